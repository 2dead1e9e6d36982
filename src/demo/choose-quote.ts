import {
  areAlike,
  bookPriceOf,
  bookSideOf,
  type MakerTerms,
  ONE,
  type PlannedOrder,
  planQuotes,
  QUOTE_CANCELS_MAX,
  type Stance,
  sideTotals,
} from '../domain/index.ts'
import type { OrderRow, PositionRow } from '../store/index.ts'
import { type DemoWallet, demoWallet, makers } from './demo-cast.ts'

/** What a market's maker sends: quotes, in the place of those it has there. */
export interface DemoQuote {
  readonly wallet: DemoWallet
  readonly cancel: readonly number[]
  readonly orders: readonly PlannedOrder[]
  readonly expiresAtMs: number
}

export interface MarketView {
  readonly marketNumber: number
  /** What yes is thought to be worth, in thousandths. */
  readonly fair: number
  readonly nowMs: number
  /** Every order of the market that holds something, and all its positions. */
  readonly held: readonly OrderRow[]
  readonly positions: readonly PositionRow[]
}

/** The best prices are close and thin, those behind them deep. */
const rungs: readonly Pick<MakerTerms, 'width' | 'size'>[] = [
  { width: 20, size: 60n * ONE },
  { width: 50, size: 120n * ONE },
  { width: 80, size: 240n * ONE },
]
/** Each rung minds it by itself, so all of them together may pass it by what the others quote. */
const limits: Pick<MakerTerms, 'skew' | 'positionMax'> = { skew: 20, positionMax: 2_000n * ONE }
/** Quotes are left alone while no more than this is missing at a price: half of the thinnest. */
const tolerance = 30n * ONE
/** So long that hardly any ends before it is replaced: what is dead has to be cleared away by somebody. */
const lifeMs = 2 * 3_600_000
/** With less time left than this they are renewed. */
const renewMs = lifeMs / 2

const wallets = makers.map(demoWallet)

/** Every market has one: all of that wallet's orders there are its quotes. */
export function makerOf(marketNumber: number): DemoWallet {
  const [first, second] = wallets as [DemoWallet, DemoWallet] // as many as there are makers
  return marketNumber % 2 === 1 ? first : second
}

/** Null while the market has the quotes it should have, and where others leave room for none. */
export function chooseQuote({ marketNumber, fair, nowMs, held, positions }: MarketView): DemoQuote | null {
  const wallet = makerOf(marketNumber)
  const own = held.filter(({ trader }) => trader === wallet.address)
  const others = held.filter(
    ({ trader, expiresAtMs }) => trader !== wallet.address && !isOver(expiresAtMs, nowMs),
  )
  const sharesOf = (outcome: 'yes' | 'no'): bigint =>
    positions.find((row) => row.userAddress === wallet.address && row.positionType === outcome)?.shares ?? 0n
  const orders = planRungs({
    fair,
    yes: sharesOf('yes'),
    no: sharesOf('no'),
    bestBid: bestOf(others, 'bid'),
    bestAsk: bestOf(others, 'ask'),
  })
  if (orders.length === 0) return null
  const standing = own.filter(({ expiresAtMs }) => !isOver(expiresAtMs, nowMs + renewMs))
  if (
    standing.length === own.length &&
    areAlike(sideTotals(standing.map(restOf)), sideTotals(orders), tolerance)
  )
    return null
  return {
    wallet,
    cancel: own.slice(0, QUOTE_CANCELS_MAX).map(({ orderId }) => orderId),
    orders,
    expiresAtMs: nowMs + lifeMs,
  }
}

/** From the inside out: a rung sells what those before it have not sold, and leans against what is left then. */
export function planRungs(stance: Stance): PlannedOrder[] {
  const left = { yes: stance.yes, no: stance.no }
  return rungs.flatMap((rung) => {
    const orders = planQuotes({ ...limits, ...rung }, { ...stance, ...left })
    for (const { side, outcome, quantity } of orders) if (side === 'sell') left[outcome] -= quantity
    return orders
  })
}

export const isOver = (expiresAtMs: number | null, nowMs: number): boolean =>
  expiresAtMs !== null && expiresAtMs <= nowMs

/** A price of yes; undefined where nobody waits. */
export function bestOf(resting: readonly OrderRow[], wanted: 'bid' | 'ask'): number | undefined {
  const prices = resting
    .filter(({ side, outcome }) => bookSideOf(side, outcome) === wanted)
    .map(({ price, outcome }) => bookPriceOf(price, outcome))
  if (prices.length === 0) return undefined
  return wanted === 'bid' ? Math.max(...prices) : Math.min(...prices)
}

const restOf = ({ side, outcome, price, quantity, filled }: OrderRow): PlannedOrder => ({
  side,
  outcome,
  price,
  quantity: quantity - filled,
})
