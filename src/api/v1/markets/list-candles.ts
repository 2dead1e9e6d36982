import { type CandleInterval, candleIntervals, candleStart, missing } from '../../../domain/index.ts'
import { listCandles as find, type StoredCandle } from '../../../store/index.ts'
import { CANDLES_DEFAULT, CANDLES_MAX, operations, toIso } from '../../../wire/index.ts'
import { invalid } from '../../errors/invalid.ts'
import { readTime } from '../../input/read-time.ts'
import { readList } from '../../reads/read.ts'
import type { FreshText } from '../../reads/response-cache.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listCandles = defineRoute(
  operations.listCandles,
  readList(async ({ params, query }, parts) => {
    const { interval } = query
    const lengthMs = candleIntervals[interval]
    const asked = {
      from: query.from === undefined ? null : readTime('from', query.from),
      to: query.to === undefined ? null : readTime('to', query.to),
    }
    const marketAddress = rowMarket(params.address, parts)
    const answer = async (servedMs: number): Promise<FreshText> => {
      const toMs = alignUp(asked.to ?? servedMs + 1, interval)
      const fromMs =
        asked.from === null ? toMs - CANDLES_DEFAULT * lengthMs : candleStart(interval, asked.from)
      const count = (toMs - fromMs) / lengthMs
      if (count < 0) throw invalid('from', query.from, 'from must not be after to')
      if (count > CANDLES_MAX)
        throw invalid('from', query.from, `at most ${CANDLES_MAX} candles at a time: ask for a shorter span`)
      const { view, atMs, marketId, stored } = await find(parts.database, {
        marketAddress,
        interval,
        fromMs,
        toMs,
      })
      if (marketId === null) throw missing('marketAddress', params.address)
      const endMs = alignUp(atMs + 1, interval)
      // The index has moved to another interval since it was asked for its time.
      if (asked.to === null && endMs !== toMs) return answer(atMs)
      const candles = fill(stored, { fromMs, toMs: Math.min(toMs, endMs), lengthMs })
      return { view, text: JSON.stringify({ interval, candles }) }
    }
    return answer((await parts.index.current())?.timestampMs ?? 0)
  }),
)

const alignUp = (ms: number, interval: CandleInterval): number =>
  candleStart(interval, ms + candleIntervals[interval] - 1)

/** Every interval from the first trade on: where nothing changed, the last close and the last best prices. */
function fill(
  stored: readonly StoredCandle[],
  { fromMs, toMs, lengthMs }: { readonly fromMs: number; readonly toMs: number; readonly lengthMs: number },
) {
  const byStart = new Map(stored.map((candle) => [candle.startMs, candle]))
  let last = stored.find(({ startMs }) => startMs < fromMs) ?? null
  const candles = []
  for (let startMs = fromMs; startMs < toMs; startMs += lengthMs) {
    const own = byStart.get(startMs)
    if (own === undefined && last === null) continue
    const { close } = own ?? last!
    last = own ?? { ...last!, open: close, high: close, low: close, volume: '0', trades: 0 }
    const { open, high, low, volume, trades, bestBid, bestAsk } = last
    candles.push({
      start: toIso(startMs),
      open,
      high,
      low,
      close,
      volume,
      trades,
      bestBidYes: bestBid === 0 ? null : bestBid,
      bestAskYes: bestAsk === 0 ? null : bestAsk,
    })
  }
  return candles
}
