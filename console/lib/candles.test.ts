import type { Candle, Trade } from 'sibyl/client'
import { describe, expect, test } from 'vitest'
import { rangeOf, spanOf, withTrade } from './candles.ts'

const hour = 3_600_000
const candle: Candle = {
  start: '2026-01-01T10:00:00.000Z',
  open: 400,
  high: 410,
  low: 400,
  close: 410,
  volume: '1000',
  trades: 2,
  bestBidYes: 400,
  bestAskYes: 420,
}
const trade = (at: string, price: number, outcome: 'yes' | 'no' = 'yes') =>
  ({ fillTimestamp: Date.parse(at), price, outcome, amountUsd: '500' }) as Trade // what a candle is made of

describe('candles', () => {
  test('default: a trade of the last interval moves its candle', () => {
    expect(withTrade([candle], trade('2026-01-01T10:59:59.999Z', 390), '1h')).toEqual([
      { ...candle, low: 390, close: 390, volume: '1500', trades: 3 },
    ])
  })
  test('behavior: a trade of no counts as its rest to one', () => {
    expect(withTrade([candle], trade('2026-01-01T10:30:00.000Z', 550, 'no'), '1h')[0]).toMatchObject({
      high: 450,
      close: 450,
    })
  })
  test('behavior: a trade of a later interval begins a candle', () => {
    expect(withTrade([candle], trade('2026-01-01T12:30:00.000Z', 430), '1h')[1]).toEqual({
      start: '2026-01-01T12:00:00.000Z',
      open: 430,
      high: 430,
      low: 430,
      close: 430,
      volume: '500',
      trades: 1,
      bestBidYes: null,
      bestAskYes: null,
    })
    expect(withTrade([], trade('2026-01-01T12:30:00.000Z', 430), '1h')).toHaveLength(1)
  })
  test('error: a trade from before changes nothing', () => {
    const candles = [candle]
    expect(withTrade(candles, trade('2026-01-01T09:59:59.999Z', 430), '1h')).toBe(candles)
  })
})

describe('ranges', () => {
  test.each([
    ['1H', 0, '1m', hour],
    ['1D', 0, '5m', 24 * hour],
    ['1W', 0, '1h', 168 * hour],
    ['1M', 0, '1h', 720 * hour],
    ['All', 2 * hour, '1m', 2 * hour],
    ['All', 24 * hour, '5m', 24 * hour],
    ['All', 72 * hour, '1h', 72 * hour],
    ['All', 9_600 * hour, '1d', 9_600 * hour],
    ['All', 0, '1m', 60_000],
    ['All', 5 * 365 * 24 * hour, '1d', 1_400 * 24 * hour],
  ] as const)('default: %s of a market of %i ms asks for %s', (name, ageMs, interval, spanMs) => {
    expect(rangeOf(name, ageMs)).toEqual({ name, interval, spanMs })
  })
  test('behavior: both ends are asked for, so that a chain whose last block is far from now refuses neither', () => {
    const nowMs = Date.parse('2026-01-03T10:00:30.000Z')
    expect(spanOf(rangeOf('1H', 0), nowMs)).toEqual({
      fromMs: nowMs - hour,
      asked: { interval: '1m', from: '2026-01-03T09:00:30.000Z', to: '2026-01-03T10:01:30.000Z' },
    })
  })
})
