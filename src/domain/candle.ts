/** Lengths of candles in milliseconds; they begin at multiples of it, so a day is a day in UTC. */
export const candleIntervals = { '1m': 60_000, '5m': 300_000, '1h': 3_600_000, '1d': 86_400_000 } as const

export type CandleInterval = keyof typeof candleIntervals

/** When the candle that holds a moment begins. */
export const candleStart = (interval: CandleInterval, ms: number): number =>
  ms - (ms % candleIntervals[interval])
