import { type BookSide, bookPriceOf, bookSideOf, ONE, type Outcome, type Side } from '../domain/index.ts'
import { type Random, randomBelow } from '../kit/index.ts'
import { bestOf, isOver, type MarketView } from './choose-quote.ts'
import { type DemoWallet, demoWallet, makers, takers } from './demo-cast.ts'

/** What a demo trader takes from a book. */
export interface DemoTake {
  readonly wallet: DemoWallet
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly quantity: bigint
}

/** The rest of an order that is no larger is taken whole: a third of a little is nothing. */
const restMax = 10n * ONE

/** The visitor's own wallet is left alone. */
const taking = takers.filter((name) => name !== 'demo').map(demoWallet)
const own = new Set([...makers.map(demoWallet), ...taking].map(({ address }) => address))

/**
 * Part of the first order at a best price, all of it where the fair price has passed it. Only orders of the demo's own
 * traders are taken: one of the visitor's waits or trades as the visitor wants. Null: nothing fits this time.
 */
export function chooseTake(random: Random, view: MarketView): DemoTake | null {
  const offers = (['bid', 'ask'] as const).flatMap((facing) => offerOn(facing, view))
  const bargains = offers.filter(({ isBargain }) => isBargain)
  const choice = bargains.length > 0 ? bargains : offers
  const offer = choice[randomBelow(random, Math.max(1, choice.length))]
  if (offer === undefined) return null
  const buyers = taking.filter(({ address }) => !offer.traders.includes(address))
  const wallet = buyers[randomBelow(random, Math.max(1, buyers.length))]
  if (wallet === undefined) return null
  const part = offer.remaining / BigInt(2 + randomBelow(random, 3))
  const isWhole = offer.isBargain || offer.remaining <= restMax
  const quantity = isWhole ? offer.remaining : part - (part % ONE)
  const isBid = offer.facing === 'ask'
  const held = view.positions.find(
    ({ userAddress, positionType }) =>
      userAddress === wallet.address && positionType === (isBid ? 'no' : 'yes'),
  )
  const sells = held !== undefined && held.shares - held.lockedShares >= quantity
  const outcome = isBid === sells ? 'no' : 'yes'
  return { wallet, side: sells ? 'sell' : 'buy', outcome, price: bookPriceOf(offer.price, outcome), quantity }
}

interface Offer {
  readonly facing: BookSide
  readonly price: number
  readonly remaining: bigint
  readonly isBargain: boolean
  /** Who has orders at that price: nobody trades with himself. */
  readonly traders: readonly string[]
}

/** The best of a side, as long as nobody but the demo's traders is there. */
function offerOn(facing: BookSide, { held, nowMs, fair }: MarketView): Offer[] {
  const resting = held.filter(({ expiresAtMs }) => !isOver(expiresAtMs, nowMs))
  const price = bestOf(resting, facing)
  if (price === undefined) return []
  const level = resting.filter(
    (order) =>
      bookSideOf(order.side, order.outcome) === facing && bookPriceOf(order.price, order.outcome) === price,
  )
  const [first] = level
  if (first === undefined || level.some(({ trader }) => !own.has(trader))) return []
  const isBargain = facing === 'ask' ? price < fair : price > fair
  const traders = level.map(({ trader }) => trader)
  return [{ facing, price, remaining: first.quantity - first.filled, isBargain, traders }]
}
