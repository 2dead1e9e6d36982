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
  test('behavior: below Iron there is no tier', () => {
    expect(tierOf(60_000n * ONE - 1n, ONE)).toEqual({ name: null, weight: 0 })
  })
})
