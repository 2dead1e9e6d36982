import { bookPriceOf, type CandleInterval, candleIntervals, candleStart } from '../../domain/index.ts'
import { type CandleRow, listCandleRows, type Reader, type TradeRow } from '../../store/index.ts'
import { keys, type Workspace } from '../workspace.ts'

const intervals = Object.keys(candleIntervals) as CandleInterval[]

/** The candles that blocks of these times may change. */
export async function loadCandles(db: Reader, rows: Workspace, times: readonly number[]): Promise<void> {
  const starts = intervals.flatMap((interval) =>
    [...new Set(times.map((ms) => candleStart(interval, ms)))].map((startMs) => ({ interval, startMs })),
  )
  // A market has none before its first trade.
  const traded = [...rows.bookIds].filter((id) => (rows.markets.find(String(id))?.lastPrice ?? 0) > 0)
  const wanted = traded.flatMap((marketId) => starts.map((start) => ({ marketId, ...start })))
  rows.candles.load(await listCandleRows(db, wanted))
}

/** At the end of a block, after its books: the candles of every market that traded or whose book changed. */
export function settleCandles(rows: Workspace, trades: readonly TradeRow[], atMs: number): void {
  const touched = new Set([...rows.touchedBooks, ...trades.map(({ marketId }) => marketId)])
  for (const marketId of touched) {
    const { lastPrice, bestBidYes: bestBid, bestAskYes: bestAsk } = rows.markets.get(String(marketId))
    // Nothing before the first trade.
    if (lastPrice === 0) continue
    const own = trades.filter((trade) => trade.marketId === marketId)
    for (const interval of intervals) {
      const startMs = candleStart(interval, atMs)
      const known = rows.candles.find(keys.candle(marketId, interval, startMs))
      // A change deeper in the book shows in no candle.
      if (known?.bestBid === bestBid && known.bestAsk === bestAsk && own.length === 0) continue
      const carried = { open: lastPrice, high: lastPrice, low: lastPrice, close: lastPrice }
      const before = known ?? {
        marketId,
        interval,
        startMs,
        ...carried,
        volume: 0n,
        trades: 0,
        bestBid,
        bestAsk,
      }
      rows.candles.put({ ...own.reduce(withTrade, before), bestBid, bestAsk })
    }
  }
}

function withTrade(candle: CandleRow, trade: TradeRow): CandleRow {
  const price = bookPriceOf(trade.price, trade.outcome)
  // Until its first trade a candle shows what was carried over.
  const { open, high, low } = candle.trades === 0 ? { open: price, high: price, low: price } : candle
  return {
    ...candle,
    open,
    high: Math.max(high, price),
    low: Math.min(low, price),
    close: price,
    volume: candle.volume + trade.amountUsd,
    trades: candle.trades + 1,
  }
}
