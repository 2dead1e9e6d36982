import { type Chain, listUnlockedCoins } from '../chain/index.ts'
import { refuse } from '../domain/index.ts'
import type { Refusal } from '../kit/index.ts'
import { GROUPS, limits, type Spendable, spendableCoins, tokenAmountIn } from '../transaction/index.ts'
import type { Signer } from './signer.ts'

export interface Shortage {
  /** Token id, or `shares:yes`. */
  readonly token: string
  readonly required: bigint
  readonly available: bigint
}

const hiddenCoinsHint =
  'this wallet has more coins than the node lists: join small coins into one, in several transactions if need be, and ask again'

/** The 422 of a wallet that has too little. */
export function insufficient(shortage: Shortage, details: Readonly<Record<string, unknown>> = {}): Refusal {
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
    `the wallet has ${available} of ${token === limits.ALPH_TOKEN_ID ? 'the native token' : token} and needs ${required}`,
  )
}

/**
 * The same for coins, with where more of them are, so that their owner need not guess: beyond what the node lists of a
 * wallet, or of a groupless wallet in the other groups, which do not count because one transaction spends from one group.
 */
export async function insufficientCoins(
  shortage: Shortage,
  from: { readonly chain: Chain; readonly signer: Signer; readonly tipMs: number; readonly group: number },
): Promise<Refusal> {
  const { wallet } = from.signer
  if (await from.chain.hasHiddenCoins(wallet.address))
    return insufficient(shortage, { hint: hiddenCoinsHint })
  if (!wallet.isGroupless) return insufficient(shortage)
  const bare = wallet.address.slice(0, wallet.address.indexOf(':'))
  const others = Array.from({ length: GROUPS }, (_, group) => group).filter((group) => group !== from.group)
  const held = await Promise.all(
    others.map(async (group) => {
      const coins = spendableCoins(await listUnlockedCoins(from.chain, `${bare}:${group}`, from.tipMs))
      return { group, available: amountOf(coins, shortage.token) }
    }),
  )
  const elsewhere = held.filter(({ available }) => available > 0n)
  if (elsewhere.length === 0) return insufficient(shortage)
  return insufficient(shortage, {
    otherGroups: elsewhere.map(({ group, available }) => ({ group, available: String(available) })),
    hint: `coins in other groups do not count: move them to group ${from.group} first`,
  })
}

/** How much of a token, or of the native coin, these coins hold. */
export function amountOf(coins: readonly Spendable[], token: string): bigint {
  const amountIn = (coin: Spendable): bigint =>
    token === limits.ALPH_TOKEN_ID ? coin.amount : (tokenAmountIn(coin, token) ?? 0n)
  return coins.reduce((sum, coin) => sum + amountIn(coin), 0n)
}
