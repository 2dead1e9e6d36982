import { contractIdFromAddress } from '@alephium/web3'
import { contractAddressOf, marketIdOf } from '../../bindings/index.ts'
import { type Client, createClient, NetworkError, SibylError, UntrustedBuild } from '../../client/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import { type Config, ConfigError } from '../config.ts'
import { publicUrlOf } from '../public-url.ts'

/** The venue a user's command speaks to: the one it names, the one of SIBYL_URL, or that of this machine's settings. */
export function reachVenue(config: Config, named: string | null, key?: string): Client {
  const url = named ?? config.apiUrl ?? publicUrlOf(config)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ConfigError([`--url ${url} is no http or https address`])
  return createClient({ url: url.replace(/\/$/, ''), key })
}

/** A market's address by its number, which the venue's own counter gave it, or the address as it is. */
export async function marketAddress(client: Client, market: string): Promise<string> {
  if (!/^[1-9][0-9]{0,14}$/.test(market)) {
    if (/^[1-9A-HJ-NP-Za-km-z]{30,}$/.test(market)) return market
    throw new ConfigError([`${market} is neither a market's number nor its address`])
  }
  const { contracts } = await client.status()
  const voting = (contracts as Readonly<Record<string, string>>).voting
  if (voting === undefined) throw new ConfigError(['the venue does not say where its contracts are'])
  return contractAddressOf(marketIdOf(bytesToHex(contractIdFromAddress(voting)), Number(market)))
}

/** What went wrong, in a sentence for the person at the keyboard; null for what nobody expected. */
export function sentenceForUser(error: unknown): string | null {
  if (error instanceof NetworkError)
    return `${error.message}: is the venue running? \`npm start\` runs one here, --url or SIBYL_URL names another`
  if (error instanceof SibylError) return `${error.code}: ${error.message}${detailsOf(error)}`
  if (error instanceof UntrustedBuild)
    return `not signed, because it is not what was asked for: ${error.message}`
  return null
}

function detailsOf({ details }: SibylError): string {
  const words = Object.entries(details).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}
