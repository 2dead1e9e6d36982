import { expect, test } from 'vitest'
import { amountOf, exactAmountOf, exactAmountsOf, priceOf, tableOf } from './table.ts'

test('tableOf: columns are as wide as their widest cell', () =>
  expect(
    tableOf(
      [
        ['a', '1', 'x'],
        ['bcd', '22', ''],
      ],
      [1],
    ),
  ).toBe('a     1  x\nbcd  22'))
test.each([
  ['0', '0.00'],
  ['999999999999999', '<0.01'],
  ['10000000000000000', '0.01'],
  ['1234567890000000000000', '1,234.56'],
  ['1000000000000000000000000', '1,000,000.00'],
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
test('priceOf: thousandths', () => expect([priceOf(5), priceOf(395)]).toEqual(['0.005', '0.395']))
