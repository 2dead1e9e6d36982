import { createSeededRandom, randomBelow } from '../kit/index.ts'
import { demoMarketPrices } from './demo-plot.ts'

/** Between two of these moments a price goes straight from one value to the next. */
const turnMs = 30 * 60_000
/** So far from its first value at most. */
const wander = 60
/** A fair price is a multiple of this: quotes are replaced when it moves, not at every beat. */
const step = 5

/**
 * What yes is thought to be worth at a time, in thousandths. It follows from the market's number and the time alone, so
 * makers need to remember nothing, and nobody's trade moves it.
 */
export function fairPriceAt(marketNumber: number, atMs: number): number {
  const turn = Math.floor(atMs / turnMs)
  const [from, to] = [valueAt(marketNumber, turn), valueAt(marketNumber, turn + 1)]
  const value = from + ((to - from) * (atMs - turn * turnMs)) / turnMs
  return step * Math.round((firstPriceOf(marketNumber) + value) / step)
}

const valueAt = (marketNumber: number, turn: number): number =>
  randomBelow(createSeededRandom(`demo fair price ${marketNumber} ${turn}`), 2 * wander + 1) - wander

/** The history says it of its markets; of those that come later chance does. */
const firstPriceOf = (marketNumber: number): number =>
  demoMarketPrices[marketNumber - 1] ??
  200 + 10 * randomBelow(createSeededRandom(`demo trickle market ${marketNumber}`), 61)
