import { expect, test } from 'vitest'
import { COUNTED_UP_TO, marketCount } from './market-count.ts'

test('default: an exact number is told as it is', () => {
  expect(marketCount(0)).toBe('0 markets')
  expect(marketCount(1)).toBe('1 market')
  expect(marketCount(1_000_000)).toBe('1,000,000 markets')
})

test('boundary: a number that reached its bound may be more, one below it is exact', () => {
  expect(marketCount(999, COUNTED_UP_TO)).toBe('999 markets')
  expect(marketCount(1000, COUNTED_UP_TO)).toBe('1,000 markets or more')
  expect(marketCount(1000)).toBe('1,000 markets')
})
