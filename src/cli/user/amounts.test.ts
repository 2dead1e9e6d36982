import { describe, expect, test } from 'vitest'
import { ConfigError } from '../../config/index.ts'
import { amountsWith, withPointsInLine } from './amounts.ts'

describe('amounts of eighteen decimals', () => {
  const { amountOf, exactAmountOf, exactAmountsOf, profitOf, unitsOf } = amountsWith(18)

  test.each([
    ['0', '0.00'],
    ['999999999999999', '<0.01'],
    ['10000000000000000', '0.01'],
    ['1234567890000000000000', '1,234.56'],
    ['1000000000000000000000000', '1,000,000.00'],
    ['-1500000000000000000', '-1.50'],
    ['-1', '>-0.01'],
  ])('amountOf: %s is %s', (units, shown) => expect(amountOf(units)).toBe(shown))
  test.each([
    ['0', '0.00'],
    ['1', '0.000000000000000001'],
    ['1500000000000000000', '1.50'],
    ['1234567890000000000000', '1,234.56789'],
  ])('exactAmountOf: %s is %s', (units, shown) => expect(exactAmountOf(units)).toBe(shown))
  test('exactAmountsOf: points stand below each other, and what is shown adds up', () =>
    expect(exactAmountsOf(['3025000000000000000', '6975000000000000000', '10000000000000000000'])).toEqual([
      '3.025',
      '6.975',
      '10.000',
    ]))
  test('profitOf: the sign is shown and marked, nothing is neither', () =>
    expect(['0', '1500000000000000000', '-1500000000000000000'].map(profitOf)).toEqual([
      '0.00',
      ['+1.50', 'good'],
      ['-1.50', 'bad'],
    ]))
  test.each([
    ['2.5', '2500000000000000000'],
    ['0.000000000000000001', '1'],
    ['007', '7000000000000000000'],
  ])('unitsOf: %s is %s', (text, units) => expect(unitsOf(text)).toBe(units))
})

describe('amounts of six decimals', () => {
  const { amountOf, exactAmountOf, unitsOf } = amountsWith(6)

  test.each([
    ['9999', '<0.01', '0.009999'],
    ['2500000', '2.50', '2.50'],
    ['1234567890', '1,234.56', '1,234.56789'],
  ])('%s is %s, exactly %s', (units, shown, exact) =>
    expect([amountOf(units), exactAmountOf(units)]).toEqual([shown, exact]),
  )
  test('unitsOf: 2.5 is 2500000; error: finer than the token', () => {
    expect(unitsOf('2.5')).toBe('2500000')
    expect(() => unitsOf('0.0000001')).toThrow(
      new ConfigError(['0.0000001 has 7 decimals, and the token has 6']),
    )
  })
})

test('withPointsInLine: amounts of tokens with different decimals', () =>
  expect(withPointsInLine(['1.50', '0.000001', '1,000.00'])).toEqual([
    '1.500000',
    '0.000001',
    '1,000.000000',
  ]))
