import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBuy, type EntryBasis, entryPriceOf } from './entry-price.ts'

const noEntry: EntryBasis = { entryCost: 0n, entryQuantity: 0n }

describe('entry price', () => {
  test('default: one buy is its price', () =>
    expect(entryPriceOf(addBuy(noEntry, 0n, 480, 10n), 10n)).toBe(480))
  test('behavior: a half rounds up', () => {
    const basis = addBuy(addBuy(noEntry, 0n, 500, 1n), 1n, 501, 1n)
    expect(entryPriceOf(basis, 2n)).toBe(501)
  })
  test('behavior: without shares there is none, and the past does not count after selling out', () => {
    const sold = addBuy(noEntry, 0n, 900, 10n)
    expect(entryPriceOf(sold, 0n)).toBeNull()
    expect(entryPriceOf(addBuy(sold, 0n, 100, 5n), 5n)).toBe(100)
  })
  test('behavior: selling leaves the average alone, a later buy weighs with what is still held', () => {
    const bought = addBuy(noEntry, 0n, 600, 10n)
    expect(entryPriceOf(bought, 4n)).toBe(600)
    expect(entryPriceOf(addBuy(bought, 4n, 300, 2n), 6n)).toBe(500)
  })
  test('behavior: always between the lowest and the highest price paid', () => {
    const buy = fc.record({
      price: fc.integer({ min: 1, max: 999 }),
      quantity: fc.bigInt({ min: 1n, max: 10n ** 30n }),
    })
    fc.assert(
      fc.property(fc.array(buy, { minLength: 1, maxLength: 20 }), (buys) => {
        let basis = noEntry
        let held = 0n
        for (const { price, quantity } of buys) {
          basis = addBuy(basis, held, price, quantity)
          held += quantity
        }
        const prices = buys.map(({ price }) => price)
        const entry = entryPriceOf(basis, held)
        expect(entry).toBeGreaterThanOrEqual(Math.min(...prices))
        expect(entry).toBeLessThanOrEqual(Math.max(...prices))
      }),
    )
  })
})
