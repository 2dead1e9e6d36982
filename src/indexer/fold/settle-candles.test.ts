import { describe, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { putRows } from '../../../test/support/rows.ts'
import { ONE } from '../../domain/index.ts'
import { candles, type MarketRow, type TradeRow } from '../../store/index.ts'
import { createWorkspace, keys, type Workspace } from '../workspace.ts'
import { loadCandles, settleCandles } from './settle-candles.ts'

const HOUR = 3_600_000
const NOW = 500_000 * HOUR

/** Two markets; the first was last traded at 400 and stands at 390 to 410. */
function openMarkets(lastPrice = 400): Workspace {
  const rows = createWorkspace()
  rows.enterBlock(1, true)
  for (const id of [1, 2]) {
    const market = { id, tags: [], lastPrice, bestBidYes: 390, bestAskYes: 410 }
    rows.markets.put(market as unknown as MarketRow) // all that candles read
  }
  return rows
}
const trade = (marketId: number, price: number, outcome: 'yes' | 'no' = 'yes'): TradeRow =>
  ({ marketId, price, outcome, amountUsd: ONE }) as TradeRow // all that candles read
const hourOf = (rows: Workspace, marketId: number, startMs = NOW) =>
  rows.candles.find(keys.candle(marketId, '1h', startMs))

describe('settleCandles', () => {
  test('default: the trades of a block, each in its own market and in the price of yes', () => {
    const rows = openMarkets()
    settleCandles(rows, [trade(1, 500), trade(2, 100), trade(1, 700, 'no'), trade(1, 450)], NOW + 5)
    expect(hourOf(rows, 1)).toEqual({
      marketId: 1,
      interval: '1h',
      startMs: NOW,
      open: 500,
      high: 500,
      low: 300,
      close: 450,
      volume: 3n * ONE,
      trades: 3,
      bestBid: 390,
      bestAsk: 410,
    })
    expect(hourOf(rows, 2)).toMatchObject({ open: 100, high: 100, low: 100, close: 100, trades: 1 })
  })
  test('behavior: a later block of the hour goes on where the first ended', () => {
    const rows = openMarkets()
    settleCandles(rows, [trade(1, 500)], NOW)
    settleCandles(rows, [trade(1, 600)], NOW + HOUR - 1)
    settleCandles(rows, [trade(1, 200)], NOW + HOUR)
    expect(hourOf(rows, 1)).toMatchObject({ open: 500, high: 600, low: 500, close: 600, trades: 2 })
    expect(hourOf(rows, 1, NOW + HOUR)).toMatchObject({ open: 200, high: 200, low: 200, trades: 1 })
  })
  test('behavior: a book that changed without a trade carries the last price, until the first trade', () => {
    const rows = openMarkets()
    rows.touchedBooks.add(1)
    settleCandles(rows, [], NOW)
    const carried = { open: 400, high: 400, low: 400, close: 400, volume: 0n, trades: 0 }
    expect(hourOf(rows, 1)).toMatchObject({ ...carried, bestBid: 390, bestAsk: 410 })
    expect(hourOf(rows, 2)).toBeNull()
    settleCandles(rows, [trade(1, 500)], NOW)
    expect(hourOf(rows, 1)).toMatchObject({ open: 500, high: 500, low: 500, close: 500, trades: 1 })
  })
  test.each([
    ['bid', { bestBidYes: 395 }, { bestBid: 395, bestAsk: 410 }],
    ['ask', { bestAskYes: 405 }, { bestBid: 390, bestAsk: 405 }],
  ])('behavior: the best %s of later blocks shows without a trade', (_side, changed, shown) => {
    const rows = openMarkets()
    settleCandles(rows, [trade(1, 500)], NOW)
    rows.markets.put({ ...rows.markets.get('1'), ...changed })
    rows.touchedBooks.add(1)
    settleCandles(rows, [], NOW + 5)
    expect(hourOf(rows, 1)).toMatchObject({ close: 500, trades: 1, ...shown })
  })
  test('behavior: a change deeper in the book changes no candle', () => {
    const rows = openMarkets()
    settleCandles(rows, [trade(1, 500)], NOW)
    rows.enterBlock(2, true)
    rows.touchedBooks.add(1)
    settleCandles(rows, [], NOW + 5)
    expect(rows.candles.blockChanges()).toEqual([])
  })
  test('behavior: before a market’s first trade there is none', () => {
    const rows = openMarkets(0)
    rows.touchedBooks.add(1)
    settleCandles(rows, [], NOW)
    expect(hourOf(rows, 1)).toBeNull()
  })
})

describeOnBothDatabases('loadCandles', (context) => {
  test('behavior: a market whose last price is the lowest there is goes on with its candle', async () => {
    const hour = { marketId: 1, interval: '1h', startMs: NOW, trades: 1, volume: ONE } as const
    await putRows(context.database, candles, [{ ...hour, open: 900, high: 900, low: 1, close: 1 }])
    const rows = openMarkets(1)
    rows.bookIds.add(1)
    await loadCandles(context.database, rows, [NOW + 5])
    settleCandles(rows, [trade(1, 2)], NOW + 5)
    const next = { open: 900, high: 900, low: 1, close: 2, trades: 2, volume: 2n * ONE }
    expect(hourOf(rows, 1)).toMatchObject(next)
  })
})
