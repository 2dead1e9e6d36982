import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Bug } from '../kit/index.ts'
import { AMOUNT_MAX, CONTRACT_LIMIT, mulDiv, ONE, parseAmount } from './amount.ts'

test('default: the highest amount is 2^256 less one, a token’s unit a one and 18 noughts', () => {
  expect(AMOUNT_MAX.toString(16)).toBe('f'.repeat(64))
  expect([ONE, CONTRACT_LIMIT]).toEqual([1_000_000_000_000_000_000n, 2n ** 128n])
})

describe('mulDiv', () => {
  test('default: 1 × 1 / 1000 is 0 down and 1 up', () => {
    expect(mulDiv(1n, 1n, 1000n, 'down')).toBe(0n)
    expect(mulDiv(1n, 1n, 1000n, 'up')).toBe(1n)
  })
  test('behavior: up and down differ by one exactly when there is a remainder', () => {
    const amount = fc.bigInt({ min: 0n, max: AMOUNT_MAX })
    fc.assert(
      fc.property(amount, amount, fc.bigInt({ min: 1n, max: AMOUNT_MAX }), (a, b, d) => {
        const gap = mulDiv(a, b, d, 'up') - mulDiv(a, b, d, 'down')
        expect(gap).toBe((a * b) % d === 0n ? 0n : 1n)
      }),
    )
  })
  test('error: a divisor of zero is a bug', () => expect(() => mulDiv(1n, 1n, 0n, 'up')).toThrow(Bug))
})

describe('parseAmount', () => {
  test.each([
    ['0', 0n],
    ['1', 1n],
    [String(AMOUNT_MAX), AMOUNT_MAX],
  ])('default: %s', (text, value) => expect(parseAmount(text)).toBe(value))
  test.each(['', '-1', '+1', '01', '1e18', '1.0', ' 1', '١', String(AMOUNT_MAX + 1n), '9'.repeat(79)])(
    'error: %j is no amount',
    (text) => expect(parseAmount(text)).toBeNull(),
  )
})
