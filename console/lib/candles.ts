import type { Candle, Trade } from 'sibyl/client'

export const intervals = { '1m': 60_000, '5m': 300_000, '1h': 3_600_000, '1d': 86_400_000 } as const
export type Interval = keyof typeof intervals

export interface Range {
  readonly name: string
  readonly interval: Interval
  readonly spanMs: number
}

const day = 86_400_000
const pointsMax = 400
/** The service gives at most 1,500 at a time; of a longer life the last part is shown. */
const daysMax = 1_400

export const rangeNames = ['1H', '1D', '1W', '1M', 'All'] as const
export type RangeName = (typeof rangeNames)[number]

const fixed: Readonly<Record<Exclude<RangeName, 'All'>, Omit<Range, 'name'>>> = {
  '1H': { interval: '1m', spanMs: 3_600_000 },
  '1D': { interval: '5m', spanMs: day },
  '1W': { interval: '1h', spanMs: 7 * day },
  '1M': { interval: '1h', spanMs: 30 * day },
}

/** How a range is asked for; all of a market's life in the finest interval that is not too many candles. */
export function rangeOf(name: RangeName, ageMs: number): Range {
  if (name !== 'All') return { name, ...fixed[name] }
  const spanMs = Math.max(ageMs, intervals['1m'])
  const interval = (Object.keys(intervals) as Interval[]).find((key) => spanMs / intervals[key] <= pointsMax)
  return interval === undefined
    ? { name, interval: '1d', spanMs: Math.min(spanMs, daysMax * day) }
    : { name, interval, spanMs }
}

/**
 * What is asked for with it, both ends named: the chain's last block may be far from now, and the service measures an
 * open end from there. An interval more, since blocks may be stamped a little ahead.
 */
export function spanOf({ interval, spanMs }: Range, nowMs: number) {
  const fromMs = nowMs - spanMs
  const from = new Date(fromMs).toISOString()
  const to = new Date(nowMs + intervals[interval]).toISOString()
  return { fromMs, asked: { interval, from, to } }
}

/** Price of yes in a trade: who trades no at p trades yes at 1000 − p. */
export const yesPriceOf = ({ outcome, price }: Pick<Trade, 'outcome' | 'price'>): number =>
  outcome === 'yes' ? price : 1_000 - price

/** The candles with one more trade: in the last one, or in one of its own. Older trades are in them already. */
export function withTrade(candles: readonly Candle[], trade: Trade, interval: Interval): readonly Candle[] {
  const startMs = Math.floor(trade.fillTimestamp / intervals[interval]) * intervals[interval]
  const last = candles.at(-1)
  const price = yesPriceOf(trade)
  const lastMs = last === undefined ? Number.NEGATIVE_INFINITY : Date.parse(last.start)
  if (startMs < lastMs) return candles
  if (last !== undefined && startMs === lastMs)
    return [
      ...candles.slice(0, -1),
      {
        ...last,
        high: Math.max(last.high, price),
        low: Math.min(last.low, price),
        close: price,
        volume: String(BigInt(last.volume) + BigInt(trade.amountUsd)),
        trades: last.trades + 1,
      },
    ]
  return [
    ...candles,
    {
      start: new Date(startMs).toISOString(),
      open: price,
      high: price,
      low: price,
      close: price,
      volume: trade.amountUsd,
      trades: 1,
      bestBidYes: null,
      bestAskYes: null,
    },
  ]
}
