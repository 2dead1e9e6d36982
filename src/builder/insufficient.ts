import type { Deployment } from '../bindings/index.ts'
import { type Chain, listUnlockedCoins } from '../chain/index.ts'
import { refuse } from '../domain/index.ts'
import type { Refusal } from '../kit/index.ts'
import { GROUPS, limits, type Spendable, spendableCoins, tokenAmountIn } from '../transaction/index.ts'
import type { Prepared } from './kind.ts'
import type { Signer } from './signer.ts'

export interface Shortage {
  /** Token id, or `shares:yes`. */
  readonly token: string
  readonly required: bigint
  readonly available: bigint
}

const hiddenCoinsHint =
  'this wallet has more coins than the node lists: join small coins into one, in several transactions if need be, and ask again'

type Tokens = Deployment['tokens']

/** As people call it. */
function nameOf(token: string, { collateral, stake }: Tokens): string {
  if (token.startsWith('shares:')) return `free ${token.slice('shares:'.length)} shares`
  if (token === limits.ALPH_TOKEN_ID) return 'ALPH'
  return [collateral, stake].find(({ id }) => id === token)?.symbol ?? token
}

/** The 422 of a wallet that has too little. */
export function insufficient(
  shortage: Shortage,
  tokens: Tokens,
  details: Readonly<Record<string, unknown>> = {},
): Refusal {
  const { token, required, available } = shortage
  return refuse(
    'INSUFFICIENT_BALANCE',
    {
      token,
      required: String(required),
      available: String(available),
      shortfall: String(required - available),
      ...details,
    },
    `the wallet has ${available} and needs ${required} base units of ${nameOf(token, tokens)}`,
  )
}

/** Holdings that are no coins: what is short of them is told when balances are due, after any stored build. */
export const withoutHoldings = (call: Prepared['call'], shortage: Shortage, tokens: Tokens): Prepared => ({
  call,
  scriptGas: 0,
  collateralRequired: 0n,
  effects: [],
  assertHoldings: () => {
    throw insufficient(shortage, tokens)
  },
})

/**
 * The same for coins, with where more of them are, so that their owner need not guess: beyond what the node lists of a
 * wallet, or of a groupless wallet in the other groups, which do not count because one transaction spends from one group.
 */
export async function insufficientCoins(
  shortage: Shortage,
  from: {
    readonly chain: Chain
    readonly signer: Signer
    readonly tipMs: number
    readonly venue: Pick<Deployment, 'group' | 'tokens'>
  },
): Promise<Refusal> {
  const { wallet } = from.signer
  const { group: own, tokens } = from.venue
  if (await from.chain.hasHiddenCoins(wallet.address))
    return insufficient(shortage, tokens, { hint: hiddenCoinsHint })
  if (!wallet.isGroupless) return insufficient(shortage, tokens)
  const bare = wallet.address.slice(0, wallet.address.indexOf(':'))
  const others = Array.from({ length: GROUPS }, (_, group) => group).filter((group) => group !== own)
  const held = await Promise.all(
    others.map(async (group) => {
      const coins = spendableCoins(await listUnlockedCoins(from.chain, `${bare}:${group}`, from.tipMs))
      return { group, available: amountOf(coins, shortage.token) }
    }),
  )
  const elsewhere = held.filter(({ available }) => available > 0n)
  if (elsewhere.length === 0) return insufficient(shortage, tokens)
  return insufficient(shortage, tokens, {
    otherGroups: elsewhere.map(({ group, available }) => ({ group, available: String(available) })),
    hint: `coins in other groups do not count: move them to group ${own} first`,
  })
}

/** How much of a token, or of the native coin, these coins hold. */
export function amountOf(coins: readonly Spendable[], token: string): bigint {
  const amountIn = (coin: Spendable): bigint =>
    token === limits.ALPH_TOKEN_ID ? coin.amount : (tokenAmountIn(coin, token) ?? 0n)
  return coins.reduce((sum, coin) => sum + amountIn(coin), 0n)
}
