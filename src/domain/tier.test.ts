import { describe, expect, test } from 'vitest'
import { ONE } from './amount.ts'
import { tierOf, tiers } from './tier.ts'

describe('tierOf', () => {
  test('default: a tier begins exactly at its stake', () => {
    for (const unit of [ONE, 1_000_000n])
      for (const tier of tiers) {
        expect(tierOf(tier.staked * unit, unit)).toMatchObject({ name: tier.name, weight: tier.weight })
        expect(tierOf(tier.staked * unit - 1n, unit).weight).toBeLessThan(tier.weight)
      }
  })
  test('default: weights of the seven tiers, from Iron to Degenerate', () => {
    const stakes = [60_000n, 166_667n, 333_333n, 500_000n, 666_667n, 833_333n, 1_000_000n]
    expect(stakes.map((staked) => tierOf(staked, 1n).weight)).toEqual([1, 3, 7, 11, 16, 22, 30])
  })
  test('behavior: below Iron there is no tier', () => {
    expect(tierOf(60_000n * ONE - 1n, ONE)).toEqual({ name: null, weight: 0 })
  })
})
