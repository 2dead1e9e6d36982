import { CannotBuild } from './cannot-build.ts'
import { type CoinOrder, tokenAmountIn } from './coin-order.ts'
import { ALPH_TOKEN_ID } from './limits.ts'
import type { Spendable, Token } from './model.ts'

export interface Wanted {
  readonly alph: bigint
  readonly tokens: readonly Token[]
}

export interface Selection<C extends Spendable> {
  readonly selected: readonly C[]
  /** What was not taken, in the order ALPH would be taken from it. */
  readonly rest: readonly C[]
  readonly alph: bigint
}

/**
 * Takes coins until every token and then the ALPH is covered. Tokens first, because their coins carry ALPH too; among
 * coins taken for ALPH alone, those without tokens first, so that tokens are not dragged along as change.
 */
export function selectCoins<C extends Spendable>(
  coins: readonly C[],
  wanted: Wanted,
  order: CoinOrder<C>,
): Selection<C> {
  let selected: C[] = []
  let rest: C[] = [...coins]
  for (const { id, amount } of wanted.tokens) {
    const missing = amount - sumOf(selected, (coin) => tokenAmountIn(coin, id) ?? 0n)
    const sorted = rest.sort(order.byToken(id))
    const taken = take(sorted, missing, id, (coin) => tokenAmountIn(coin, id) ?? 0n)
    selected = selected.concat(sorted.slice(0, taken))
    rest = sorted.slice(taken)
  }
  const missing = wanted.alph - alphIn(selected)
  const sorted = [
    ...rest.filter((coin) => coin.tokens.length === 0).sort(order.byAlph),
    ...rest.filter((coin) => coin.tokens.length > 0).sort(order.byAlph),
  ]
  const taken = take(sorted, missing, ALPH_TOKEN_ID, (coin) => coin.amount)
  selected = selected.concat(sorted.slice(0, taken))
  return { selected, rest: sorted.slice(taken), alph: alphIn(selected) }
}

export const alphIn = (coins: readonly Pick<Spendable, 'amount'>[]): bigint =>
  sumOf(coins, (coin) => coin.amount)

function take<C extends Spendable>(
  coins: readonly C[],
  amount: bigint,
  token: string,
  amountIn: (coin: C) => bigint,
): number {
  if (amount <= 0n) return 0
  let sum = 0n
  for (const [index, coin] of coins.entries()) {
    sum += amountIn(coin)
    if (sum >= amount) return index + 1
  }
  throw new CannotBuild('not-enough-balance', `Not enough balance: got ${sum}, expected ${amount}`, {
    token,
    available: sum,
    required: amount,
  })
}

function sumOf<C>(coins: readonly C[], amountIn: (coin: C) => bigint): bigint {
  return coins.reduce((sum, coin) => sum + amountIn(coin), 0n)
}
