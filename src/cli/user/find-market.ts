import { contractAddressOf, findContractId, marketIdOf } from '../../bindings/index.ts'
import { type Client, type Market, SibylError } from '../../client/index.ts'
import { ConfigError } from '../../config/index.ts'

/** The market that a user's command names, by its number or its address. */
export async function findMarket(
  client: Client,
  named: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Market> {
  const address = await addressOf(client, named, options)
  try {
    return await client.markets.get({ address }, options)
  } catch (error) {
    if (!(error instanceof SibylError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_REQUEST')))
      throw error
    throw new ConfigError(
      [`there is no market ${named} at ${client.url}; \`sibyl markets\` lists those there are`],
      { cause: error },
    )
  }
}

/** The number's address follows from the venue's own counter. */
async function addressOf(
  client: Client,
  named: string,
  options: { readonly signal?: AbortSignal },
): Promise<string> {
  if (/^[1-9A-HJ-NP-Za-km-z]{30,}$/.test(named)) return named
  if (!/^[1-9][0-9]{0,14}$/.test(named))
    throw new ConfigError([
      `${named} is neither a market's number nor its address; \`sibyl markets\` lists the markets`,
    ])
  const { contracts } = await client.status(options)
  const votingId = findContractId(contracts.voting ?? '')
  if (votingId === null) throw new ConfigError(['the venue does not say where its contracts are'])
  return contractAddressOf(marketIdOf(votingId, Number(named)))
}
