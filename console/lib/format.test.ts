import { describe, expect, test } from 'vitest'
import { centPrice, cents, duration, shortAddress, shortMoney, signedAmount } from './format.ts'

describe('what people read', () => {
  test.each([
    ['1234567890', 6, '1.2K'],
    ['1234567890000000000000', 18, '1.2K'],
    ['999999', 6, '0'],
    ['3400000', 0, '3.4M'],
  ])('default: %s units of %d decimals are %s', (units, decimals, words) =>
    expect(shortMoney(units, decimals)).toBe(words),
  )
  test.each([
    [1_500_000n, '+1.50'],
    [-1_500_000n, '−1.50'],
    [0n, '+0.00'],
  ])('behavior: a gain of %s', (units, words) => expect(signedAmount(units, 6)).toBe(words))
  test.each([
    [273_600_000, 2, '3 d 4 h'],
    [273_600_000, 1, '3 d'],
    [59_999, 2, '59 s'],
    [-1, 2, '0 s'],
  ])('behavior: %d ms in %d parts', (ms, parts, words) => expect(duration(ms, parts)).toBe(words))
  test('default: prices are cents of a share, and none is a dash', () => {
    expect([cents(375), cents(1), cents(null), centPrice(375), centPrice(null)]).toEqual([
      '37.5',
      '0.1',
      '–',
      '37.5¢',
      '–',
    ])
  })
  test('default: an address by its ends', () =>
    expect(shortAddress('1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH')).toBe('1DrDyT…rpQH'))
})
