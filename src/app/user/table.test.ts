import { expect, test } from 'vitest'
import { amountOf, priceOf, tableOf } from './table.ts'

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
  ['999999999999999', '0.00'],
  ['1234567890000000000000', '1,234.56'],
  ['1000000000000000000000000', '1,000,000.00'],
])('amountOf: %s is %s', (units, shown) => expect(amountOf(units)).toBe(shown))
test('priceOf: thousandths', () => expect([priceOf(5), priceOf(395)]).toEqual(['0.005', '0.395']))
