import { expect, test } from 'vitest'
import { candleStart } from './candle.ts'

/** 2026-03-04T05:46:47.890Z. */
const ms = Date.UTC(2026, 2, 4, 5, 46, 47, 890)

test('default: a candle begins with its minute, five minutes, hour or day in UTC', () => {
  expect(candleStart('1m', ms)).toBe(Date.UTC(2026, 2, 4, 5, 46))
  expect(candleStart('5m', ms)).toBe(Date.UTC(2026, 2, 4, 5, 45))
  expect(candleStart('1h', ms)).toBe(Date.UTC(2026, 2, 4, 5))
  expect(candleStart('1d', ms)).toBe(Date.UTC(2026, 2, 4))
})

test('behavior: its first millisecond is its own, the one before is not', () => {
  const start = Date.UTC(2026, 2, 4)
  expect([candleStart('1d', start), candleStart('1d', start - 1)]).toEqual([start, start - 86_400_000])
})
