import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ONE } from './amount.ts'
import { fadeVolume, TREND_HALF_LIFE_MS, trendingScore } from './trending.ts'

const day = TREND_HALF_LIFE_MS

describe('fadeVolume', () => {
  test.each([
    [0, 1000n],
    [day / 2, 750n],
    [day, 500n],
    [1.5 * day, 375n],
    [3 * day, 125n],
    [400 * day, 0n],
  ])('default: after %d ms', (elapsed, left) => expect(fadeVolume(1000n, elapsed)).toBe(left))
})

describe('trendingScore', () => {
  test('default: nothing traded is 0, and twice the volume is worth one half-life', () => {
    expect(trendingScore(0n, day)).toBe(0)
    expect(trendingScore(2n * ONE, 5 * day)).toBe(trendingScore(ONE, 6 * day))
  })
  test('behavior: a half-life is 2^20, three base units stand halfway between two and four', () => {
    expect(trendingScore(1n, 0)).toBe(0)
    expect(trendingScore(2n, 0)).toBe(1_048_576)
    expect(trendingScore(3n, 0)).toBe(1_572_864)
    expect(trendingScore(3n << 40n, day)).toBe(41 * 1_048_576 + 524_288 + 1_048_576)
  })
  test('behavior: more volume never stands lower, later never stands lower', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 40n })
    const time = fc.integer({ min: 0, max: 4_000_000_000_000 })
    fc.assert(
      fc.property(amount, amount, time, time, (a, b, t, u) => {
        expect(trendingScore(a + b, t)).toBeGreaterThanOrEqual(trendingScore(a, t))
        expect(trendingScore(a, t + u)).toBeGreaterThanOrEqual(trendingScore(a, t))
        expect(Number.isSafeInteger(trendingScore(a, t + u))).toBe(true)
      }),
    )
  })
})
