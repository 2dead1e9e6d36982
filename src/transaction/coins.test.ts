import { describe, expect, test } from 'vitest'
import { CannotBuild } from './cannot-build.ts'
import { amountThenKey, type CoinOrder, nodeOrder, reversed, tokenAmountIn } from './coin-order.ts'
import { coverBaseGas } from './cover-base-gas.ts'
import { DUST } from './limits.ts'
import type { Spendable } from './model.ts'
import { alphIn, selectCoins } from './select-coins.ts'
import { spendableCoins } from './spendable-coins.ts'

const T = 'aa'.repeat(32)
const coin = (key: string, amount: number, held?: number): Spendable => ({
  hint: 1,
  key,
  amount: BigInt(amount),
  tokens: held === undefined ? [] : [{ id: T, amount: BigInt(held) }],
})
const keys = (coins: readonly Spendable[]) => coins.map(({ key }) => key).join('')
const sorted = (coins: readonly Spendable[], compare: (a: Spendable, b: Spendable) => number) =>
  keys([...coins].sort(compare))

test('default: tokenAmountIn and spendableCoins', () => {
  expect([tokenAmountIn(coin('a', 1, 7), T), tokenAmountIn(coin('a', 1), T)]).toEqual([7n, undefined])
  const ref = { hint: 5, key: 'k' }
  const tokens = [{ id: T, amount: 2n }]
  const own = { ref, attoAlph: 3n, tokens } as unknown as Parameters<typeof spendableCoins>[0][number]
  expect(spendableCoins([own])).toEqual([{ hint: 5, key: 'k', amount: 3n, tokens }])
})

describe('orders of coins', () => {
  const coins = [coin('a', 3), coin('b', 1, 5), coin('c', 2, 9), coin('d', 2), coin('e', 1, 5)]
  test('behavior: the service’s: largest first, ties by key, coins of other builds last', () => {
    const order: CoinOrder<Spendable> = amountThenKey()
    expect(sorted(coins, order.byAlph)).toBe('acdbe')
    expect(sorted(coins, order.byToken(T))).toBe('cbead')
    const careful = amountThenKey({ avoid: new Set(['a', 'c']) })
    expect(sorted(coins, careful.byAlph)).toBe('dbeac')
    expect(sorted(coins, careful.byToken(T))).toBe('becda')
    const small = amountThenKey({ smallestFirst: true })
    expect(sorted(coins, small.byAlph)).toBe('becda')
    expect(sorted(coins, small.byToken(T))).toBe('becda')
    // The same coins in any order of the node's list.
    const listed = [...coins].reverse()
    expect(sorted(listed, order.byAlph)).toBe('acdbe')
    expect(sorted(listed, order.byToken(T))).toBe('cbead')
  })
  test('behavior: the node’s: settled ones first, then the smaller amount; for a token, those that hold it', () => {
    const order = nodeOrder<Spendable>(({ key }) => (key === 'b' ? 1 : 0))
    expect(sorted(coins, order.byAlph)).toBe('ecdab')
    expect(sorted(coins, order.byToken(T))).toBe('ecbda')
    // More ALPH with fewer of the token, and as many with less ALPH.
    expect(sorted([coin('f', 1, 9), coin('g', 9, 5), coin('h', 8, 5)], order.byToken(T))).toBe('hgf')
    expect(sorted(coins, reversed(order).byAlph)).toBe('badce'.replace('dc', 'cd'))
    expect(sorted(coins, reversed(order).byToken(T))).toBe('adbce')
  })
})

describe('selectCoins', () => {
  const order = amountThenKey<Spendable>()
  const wallet = [coin('a', 10), coin('b', 8), coin('c', 1, 5), coin('d', 1, 3), coin('e', 20, 1)]
  const select = (alph: number, held: number) => {
    const tokens = held === 0 ? [] : [{ id: T, amount: BigInt(held) }]
    const { selected, rest, alph: sum } = selectCoins(wallet, { alph: BigInt(alph), tokens }, order)
    return [keys(selected), keys(rest), sum]
  }
  test('default: tokens first, then ALPH from coins without tokens, the rest in the order of ALPH', () => {
    expect(select(0, 0)).toEqual(['', 'abecd', 0n])
    expect(select(10, 0)).toEqual(['a', 'becd', 10n])
    expect(select(11, 0)).toEqual(['ab', 'ecd', 18n])
    expect(select(19, 0)).toEqual(['abe', 'cd', 38n])
    expect(select(1, 5)).toEqual(['c', 'abed', 1n])
    expect(select(2, 5)).toEqual(['ca', 'bed', 11n])
    expect(select(2, 6)).toEqual(['cd', 'abe', 2n])
  })
  test('error: too little says of what, how much there is and how much more it takes', () => {
    const shortageOf = (alph: number, held: number) => {
      try {
        return select(alph, held)
      } catch (error) {
        return error instanceof CannotBuild ? [error.reason, error.shortage] : error
      }
    }
    expect(shortageOf(40, 0)).toEqual(['abecd', '', 40n])
    expect(shortageOf(41, 0)).toEqual([
      'not-enough-balance',
      { token: '0'.repeat(64), available: 40n, required: 41n },
    ])
    expect(shortageOf(0, 10)).toEqual(['not-enough-balance', { token: T, available: 9n, required: 10n }])
  })
  test('behavior: what one token’s coins bring of another is counted', () => {
    const U = 'bb'.repeat(32)
    const both: Spendable = { ...coin('x', 1, 5), tokens: [...coin('x', 1, 5).tokens, { id: U, amount: 4n }] }
    const wanted = {
      alph: 0n,
      tokens: [
        { id: T, amount: 5n },
        { id: U, amount: 4n },
      ],
    }
    expect(
      keys(selectCoins([both, { ...coin('y', 1), tokens: [{ id: U, amount: 9n }] }], wanted, order).selected),
    ).toBe('x')
  })
  test('behavior: what does not hold a token brings none of it', () => {
    const U = 'bb'.repeat(32)
    const ofU = (key: string, amount: bigint): Spendable => ({ ...coin(key, 1), tokens: [{ id: U, amount }] })
    const wanted = {
      alph: 0n,
      tokens: [
        { id: T, amount: 5n },
        { id: U, amount: 5n },
      ],
    }
    const coins = [coin('x', 1, 5), ofU('y', 4n), ofU('z', 1n)]
    expect(keys(selectCoins(coins, wanted, order).selected)).toBe('xyz')
  })
  test('behavior: alphIn adds up', () => {
    expect([alphIn([]), alphIn(wallet)]).toEqual([0n, 40n])
  })
})

describe('coverBaseGas', () => {
  const terms = { alph: DUST, outputs: 2, unlockGas: 2_060, gasPrice: 1n }
  const cover = (selected: bigint, ...rest: bigint[]) => {
    const asCoin = (amount: bigint, i: number): Spendable => ({ ...coin(String(i), 0), amount })
    const selection = { selected: [asCoin(selected, 9)], rest: rest.map(asCoin), alph: selected }
    const { selection: found, gas } = coverBaseGas(selection, terms)
    return [keys(found.selected), keys(found.rest), found.alph - DUST, gas]
  }
  test('default: nothing is added while the coins pay for themselves', () => {
    expect(cover(DUST + 20_000n, 5n)).toEqual(['9', '0', 20_000n, 20_000])
  })
  test('behavior: coins are added until they do; each costs gas itself', () => {
    expect(cover(DUST + 19_999n, 1n, 5n)).toEqual(['90', '1', 20_000n, 20_000])
    // 1,000 + 2 × 4,500 + 2,060 + 2,000 an input: the fifth is beyond the least that any transaction pays.
    expect(cover(DUST, 1n, 1n, 1n, 22_057n, 7n)).toEqual(['90123', '4', 22_060n, 22_060])
  })
  test('error: all of them are not enough', () => {
    expect(() => cover(DUST + 19_998n, 1n)).toThrow('Not enough balance for fee')
  })
})
