import { describe, expect, test } from 'vitest'
import { formatAmount, parseAmount } from './amount.ts'

describe('amounts', () => {
  test.each([
    ['12', 12_000_000n],
    [' 12.5 ', 12_500_000n],
    ['1,200.25', 1_200_250_000n],
    ['0', 0n],
    ['0.000001', 1n],
  ])('default: %s', (text, units) => {
    expect(parseAmount(text, 6)).toBe(units)
  })
  test.each(['', '.', '1.', '-1', '1e3', '1,20', '0.0000001', '１', 'NaN', '1'.repeat(16)])(
    'error: %j is none',
    (text) => {
      expect(parseAmount(text, 6)).toBeNull()
    },
  )
  test('behavior: shown rounded down, thousands apart', () => {
    expect(formatAmount(1_234_567_899_999n, 6)).toBe('1,234,567.89')
    expect(formatAmount(9_999n, 6)).toBe('0.00')
    expect(formatAmount(2_999_999n, 6, 0)).toBe('2')
  })
})
