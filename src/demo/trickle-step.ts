import { bookPriceOf, bookSideOf, ONE, type Outcome, type Side, type TimeInForce } from '../domain/index.ts'
import { type Random, randomBelow } from '../kit/index.ts'
import type { OrderRow } from '../store/index.ts'
import { type DemoWallet, demoWallet, makers, takers } from './demo-cast.ts'

/** What a demo trader does next on a market. */
export type TrickleStep = { readonly wallet: DemoWallet } & (
  | { readonly kind: 'cancel'; readonly orderId: number }
  | { readonly kind: 'place'; readonly order: StepOrder }
)

interface StepOrder {
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly quantity: string
  readonly timeInForce: TimeInForce
}

export interface TrickleView {
  /** What yes is thought to be worth where nobody has quoted yet, in thousandths. */
  readonly fairPrice: number
  /** The market's resting orders. */
  readonly resting: readonly OrderRow[]
  /** A wallet's free shares of an outcome on this market. */
  readonly freeShares: (address: string, outcome: Outcome) => Promise<bigint>
}

/** Beyond this many resting orders on a market nothing is added. */
const restingMax = 24
/** Below this many of its own the demo cancels none: books keep their depth. */
const ownMin = 6
const priceMin = 20
const priceMax = 980

const quoting = makers.map(demoWallet)
/** The visitor's own wallet is left alone. */
const taking = takers.filter((name) => name !== 'demo').map(demoWallet)
const own = new Set([...quoting, ...taking].map(({ address }) => address))

/**
 * Quotes never cross the book, and only orders of the demo's own traders are taken: an order of the visitor's waits or
 * trades as the visitor wants. Null: nothing fits this time.
 */
export async function chooseStep(random: Random, view: TrickleView): Promise<TrickleStep | null> {
  // Mostly trades: they are what moves on a page. Each takes a third of an order, so three quotes keep up with six.
  const dice = randomBelow(random, 10)
  if (dice < 1 || view.resting.length > restingMax) return cancel(random, view)
  return dice < 4 ? quote(random, view) : take(random, view)
}

function cancel(random: Random, { resting }: TrickleView): TrickleStep | null {
  const candidates = resting.filter(({ trader }) => quoting.some(({ address }) => address === trader))
  if (candidates.length < ownMin) return null
  const order = candidates[randomBelow(random, candidates.length)]
  const wallet = quoting.find(({ address }) => address === order?.trader)
  if (order === undefined || wallet === undefined) return null
  return { kind: 'cancel', wallet, orderId: order.orderId }
}

function quote(random: Random, { resting, fairPrice }: TrickleView): TrickleStep | null {
  const wallet = quoting[randomBelow(random, quoting.length)]
  const [bid, ask] = [bestOf(resting, 'bid'), bestOf(resting, 'ask')]
  if (wallet === undefined) return null
  const isBid = randomBelow(random, 2) === 0
  const distance = 10 + 5 * randomBelow(random, 12)
  const price = isBid ? (ask ?? fairPrice) - distance : (bid ?? fairPrice) + distance
  if (price < priceMin || price > priceMax) return null
  const quantity = String(BigInt(10 * (4 + randomBelow(random, 20))) * ONE)
  const terms = isBid
    ? ({ outcome: 'yes', price } as const)
    : ({ outcome: 'no', price: 1_000 - price } as const)
  return { kind: 'place', wallet, order: { side: 'buy', ...terms, quantity, timeInForce: 'post-only' } }
}

async function take(random: Random, { resting, freeShares }: TrickleView): Promise<TrickleStep | null> {
  const wallet = taking[randomBelow(random, taking.length)]
  const isBid = randomBelow(random, 2) === 0
  const facing = isBid ? 'ask' : 'bid'
  const price = bestOf(resting, facing)
  if (wallet === undefined || price === null) return null
  const level = resting.filter((order) => sideOf(order) === facing && priceOf(order) === price)
  const [first] = level
  if (first === undefined || level.some(({ trader }) => !own.has(trader) || trader === wallet.address))
    return null
  const part = (first.quantity - first.filled) / BigInt(2 + randomBelow(random, 3))
  const quantity = part - (part % ONE)
  if (quantity === 0n) return null
  const sells = (await freeShares(wallet.address, isBid ? 'no' : 'yes')) >= quantity
  const outcome = isBid === sells ? 'no' : 'yes'
  return {
    kind: 'place',
    wallet,
    order: {
      side: sells ? 'sell' : 'buy',
      outcome,
      price: bookPriceOf(price, outcome),
      quantity: String(quantity),
      timeInForce: 'ioc',
    },
  }
}

const sideOf = ({ side, outcome }: OrderRow) => bookSideOf(side, outcome)
const priceOf = ({ price, outcome }: OrderRow): number => bookPriceOf(price, outcome)

function bestOf(resting: readonly OrderRow[], side: 'bid' | 'ask'): number | null {
  const prices = resting.filter((order) => sideOf(order) === side).map(priceOf)
  if (prices.length === 0) return null
  return side === 'bid' ? Math.max(...prices) : Math.min(...prices)
}
