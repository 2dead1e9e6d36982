import type { Spendable } from './model.ts'

type Compare<C> = (a: C, b: C) => number

/** In which order coins are taken: for ALPH, and for each token. Must be total where equal bytes matter. */
export interface CoinOrder<C extends Spendable> {
  byAlph: Compare<C>
  byToken(id: string): Compare<C>
}

export const tokenAmountIn = (coin: Spendable, id: string): bigint | undefined =>
  coin.tokens.find((token) => token.id === id)?.amount

const compare = <T extends bigint | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The node's order: by rank (settled coins before fresh ones), then smaller amounts first; for a token, coins that hold
 * it first. Coins that are equal by this keep the order they came in.
 */
export function nodeOrder<C extends Spendable>(rank: (coin: C) => number): CoinOrder<C> {
  const byAlph: Compare<C> = (a, b) => rank(a) - rank(b) || compare(a.amount, b.amount)
  return {
    byAlph,
    byToken: (id) => (a, b) => {
      const inA = tokenAmountIn(a, id)
      const inB = tokenAmountIn(b, id)
      if (inA !== undefined && inB !== undefined)
        return rank(a) - rank(b) || compare(inA, inB) || byAlph(a, b)
      if (inA !== undefined) return -1
      if (inB !== undefined) return 1
      return byAlph(a, b)
    },
  }
}

/**
 * The service's order: coins no live build uses first, then by amount, then by key. Total, so the same coins always give
 * the same transaction. Largest first by default: few inputs, and small coins are left to the sweep.
 */
export function amountThenKey<C extends Spendable>(
  options: { readonly avoid?: ReadonlySet<string>; readonly smallestFirst?: boolean } = {},
): CoinOrder<C> {
  const { avoid, smallestFirst = false } = options
  const used = (coin: C): number => (avoid?.has(coin.key) ? 1 : 0)
  const sign = smallestFirst ? 1 : -1
  const byAlph: Compare<C> = (a, b) =>
    used(a) - used(b) || sign * compare(a.amount, b.amount) || compare(a.key, b.key)
  return {
    byAlph,
    byToken: (id) => (a, b) => {
      const inA = tokenAmountIn(a, id)
      const inB = tokenAmountIn(b, id)
      if (inA === undefined || inB === undefined) {
        if (inA === inB) return byAlph(a, b)
        return inA === undefined ? 1 : -1
      }
      return used(a) - used(b) || sign * compare(inA, inB) || compare(a.key, b.key)
    },
  }
}

export function reversed<C extends Spendable>(order: CoinOrder<C>): CoinOrder<C> {
  return {
    byAlph: (a, b) => order.byAlph(b, a),
    byToken: (id) => {
      const forwards = order.byToken(id)
      return (a, b) => forwards(b, a)
    },
  }
}
