import { describe, expect, test } from 'vitest'
import { demoMarketCount, demoMarketPrices } from './demo-plot.ts'
import { fairPriceAt } from './fair-price.ts'

const noon = Date.UTC(2030, 0, 1, 12)
const minute = 60_000
const day = 24 * 60 * minute

describe('the demo’s fair prices', () => {
  test('default: a market and a time give a price, in steps of five thousandths', () => {
    const quarters = Array.from({ length: 6 }, (_, i) => fairPriceAt(1, noon + i * 15 * minute))
    expect(quarters).toEqual([375, 370, 360, 375, 395, 390])
    expect([demoMarketCount, demoMarketPrices[0]]).toEqual([18, 380])
  })
  test('behavior: between two turns it goes straight', () => {
    const [from, half, to] = [0, 15, 30].map((minutes) => fairPriceAt(2, noon + minutes * minute))
    expect(Math.abs(half! - (from! + to!) / 2)).toBeLessThanOrEqual(5)
    expect(fairPriceAt(2, noon + 1)).toBe(from)
  })
  test('behavior: it never leaves the neighbourhood of its first value', () => {
    for (const number of [1, 3, demoMarketCount + 1]) {
      const prices = Array.from({ length: 480 }, (_, i) => fairPriceAt(number, noon + (i * day) / 480))
      expect(Math.max(...prices) - Math.min(...prices)).toBeLessThanOrEqual(120)
      expect(prices.every((price) => price % 5 === 0 && price >= 90 && price <= 860)).toBe(true)
    }
  })
})
