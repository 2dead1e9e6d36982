import { SibylError, type Status } from '../../client/index.ts'
import { ConfigError } from '../../config/index.ts'
import { printable } from '../../kit/index.ts'
import { amountsWith } from './amounts.ts'

type Venue = Pick<Status, 'tokens' | 'network'>

/** Runs what may fail of a wallet with too little; such a refusal is told in the tokens' own units. */
export async function tellingShortage<T>(
  { venue, url, wallet }: { readonly venue: Venue; readonly url: string; readonly wallet: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SibylError)) throw error
    const sentence = shortageOf(error, venue)
    if (sentence === null) throw error
    const remedy =
      venue.network.name === 'devnet' && !isShares(error)
        ? `\nA devnet's faucet gives it some: curl -s ${url}/v1/faucet -H 'content-type: application/json' -d '{"address":"${wallet}"}'`
        : ''
    throw new ConfigError([`INSUFFICIENT_BALANCE: the wallet ${wallet} ${sentence}${remedy}`], {
      cause: error,
    })
  }
}

/** Null when the refusal is of something else. */
export function shortageOf({ code, details }: SibylError, { tokens }: Pick<Venue, 'tokens'>): string | null {
  const { token, required, available, shortfall, hint } = details
  if (code !== 'INSUFFICIENT_BALANCE' || ![required, available, shortfall].every(isUnits)) return null
  const { name, decimals } = named(String(token), tokens)
  const amount = (units: unknown): string =>
    `${decimals === null ? units : amountsWith(decimals).exactAmountOf(String(units))} ${name}`
  const sentence = `has ${amount(available)} and needs ${amount(required)}; ${amount(shortfall)} are missing`
  return printable(typeof hint === 'string' ? `${sentence} (${hint})` : sentence)
}

const isShares = ({ details }: SibylError): boolean => String(details.token).startsWith('shares:')
const isUnits = (value: unknown): boolean => typeof value === 'string' && /^[0-9]{1,78}$/.test(value)

/** `shares:yes` is what the service calls shares, which have the collateral's decimals; of strange tokens none are known. */
function named(
  token: string,
  tokens: Status['tokens'],
): { readonly name: string; readonly decimals: number | null } {
  const [kind, outcome] = token.split(':')
  if (kind === 'shares' && outcome !== undefined)
    return { name: `free ${outcome} shares`, decimals: tokens.collateral.decimals }
  const found = Object.values(tokens).find(({ id }) => id === token)
  return found === undefined
    ? { name: `base units of ${token}`, decimals: null }
    : { name: found.symbol, decimals: found.decimals }
}
