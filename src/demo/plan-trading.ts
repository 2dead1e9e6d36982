import {
  type BookSide,
  bookPriceOf,
  createMarketModel,
  type MarketEvent,
  type MarketModel,
  type ModelOrder,
  ONE,
  type Outcome,
  type Side,
} from '../domain/index.ts'
import { assert, createSeededRandom, minBigint, type Random, randomBelow } from '../kit/index.ts'
import { makers, type RoleName, roleNames, takers } from './demo-cast.ts'

/** One order or cancel of the history, and when. */
export type Move = { readonly atMs: number; readonly trader: RoleName } & (
  | { readonly kind: 'place'; readonly order: ModelOrder }
  | { readonly kind: 'cancel'; readonly orderId: number }
)

export interface TradingTerms {
  /** Fixes everything that follows. */
  readonly seed: string
  readonly fromMs: number
  readonly toMs: number
  /** What yes is thought to be worth at first, in thousandths. */
  readonly price: number
  readonly moves: number
}

export interface TradingPlan {
  readonly moves: readonly Move[]
  /** What they cause. */
  readonly events: readonly MarketEvent[]
  /** The market after all of them. */
  readonly model: MarketModel
}

/** So many orders give a book its depth before anybody takes. */
const openingQuotes = 8
/** A side with fewer prices than this is left to grow. */
const levelsMin = 3
const priceStep = 5
/** Fewer shares than this are kept. */
const sellMin = 5n * ONE
const priceMin = 20
const priceMax = 980

/**
 * A market's history, made up from a seed on the reference model of a market: makers quote around a price that wanders,
 * takers come and go. The model knows who holds what, so that every order is one the contract accepts, and orders that
 * buy and sell both outcomes meet in all three kinds of fills.
 */
export function planTrading(terms: TradingTerms): TradingPlan {
  const random = createSeededRandom(`${terms.seed}:trading`)
  let nowMs = terms.fromMs
  const model = createMarketModel({
    marketAddress: '',
    creator: '',
    treasury: '',
    creatorShare: 0,
    unit: ONE,
    // Nothing here is void, so the closing price does not matter.
    endsAtMs: Number.MAX_SAFE_INTEGER,
    closingMs: 1,
    nowMs: () => nowMs,
  })
  const moves: Move[] = []
  const events: MarketEvent[] = []
  const stepMs = Math.floor((terms.toMs - terms.fromMs) / Math.max(terms.moves, 1))
  let fair = terms.price
  for (let i = 0; i < terms.moves; i++) {
    const atMs = terms.fromMs + i * stepMs + randomBelow(random, Math.max(1, stepMs))
    nowMs = atMs
    const isOpening = i < openingQuotes
    if (!isOpening) fair = clamp(fair + priceStep * (randomBelow(random, 7) - 3))
    const dice = randomBelow(random, 100)
    const move =
      overture(model, i - openingQuotes) ??
      (isOpening || dice < 40
        ? quote(model, random, { fair, isBid: isOpening ? i % 2 === 0 : dice % 2 === 0 })
        : dice < 88
          ? take(model, random, dice % 2 === 0)
          : cancel(model, random))
    if (move === null) continue
    const answer = move.kind === 'place' ? model.place(move.order) : model.cancel(move.trader, [move.orderId])
    assert(answer.ok, 'the demo planned what the market refuses')
    moves.push({ ...move, atMs })
    events.push(...answer.events)
  }
  return { moves, events, model }
}

type Planned = Move extends infer M ? (M extends unknown ? Omit<M, 'atMs'> : never) : never

/**
 * Every market's first trades are the three kinds of fills, whatever the seed: two buyers mint a pair, the one who got
 * no offers it, the one who got yes sells into that offer, which burns half of it, and somebody buys the rest.
 */
function overture(model: MarketModel, step: number): Planned | null {
  const [bid, ask] = [model.book.list('bid')[0], model.book.list('ask')[0]]
  if (bid === undefined || ask === undefined) return null
  const [bidPrice, askPrice] = [bid, ask].map(({ price, outcome }) => bookPriceOf(price, outcome)) as [
    number,
    number,
  ] // two in, two out
  switch (step) {
    case 0:
      return simple('gina', { side: 'buy', outcome: 'yes', price: askPrice, quantity: ask.remaining / 2n })
    case 1: {
      const holder = roleNames.find((name) => holdingOf(model, name, true) > 0n)
      if (holder === undefined) return null
      const price = 1_000 - (bidPrice + priceStep)
      return simple(holder, { side: 'sell', outcome: 'no', price, quantity: holdingOf(model, holder, true) })
    }
    case 2:
      return simple('gina', { side: 'sell', outcome: 'yes', price: bidPrice, quantity: bid.remaining / 2n })
    case 3:
      return simple('hugo', { side: 'buy', outcome: 'no', price: 1_000 - bidPrice, quantity: bid.remaining })
    default:
      return null
  }
}

const simple = (
  trader: RoleName,
  terms: Pick<ModelOrder, 'side' | 'outcome' | 'price' | 'quantity'>,
): Planned => ({
  kind: 'place',
  trader,
  order: {
    trader,
    ...terms,
    timeInForce: 'gtc',
    expiresAtMs: null,
    isMarketOrder: false,
    maxFills: 10,
    referer: null,
  },
})

function quote(
  model: MarketModel,
  random: Random,
  { fair, isBid }: { readonly fair: number; readonly isBid: boolean },
): Planned | null {
  // Now and then the visitor's own wallet leaves an order, so that its pages show some.
  const trader = randomBelow(random, 8) === 0 ? 'demo' : pick(random, makers)
  const [bid, ask] = best(model)
  const distance = priceStep * (2 + randomBelow(random, 18))
  // Who has shares to sell wants to be met first.
  const wanted =
    holdingOf(model, trader, isBid) >= sellMin
      ? ((isBid ? bid : ask) ?? fair)
      : isBid
        ? fair - distance
        : fair + distance
  // Never across the book: a quote waits.
  const limit = isBid
    ? Math.min(wanted, (ask ?? 1_000) - priceStep)
    : Math.max(wanted, (bid ?? 0) + priceStep)
  const price = clamp(limit)
  if (isBid ? ask !== null && price >= ask : bid !== null && price <= bid) return null
  const quantity = BigInt(10 * (4 + randomBelow(random, 37))) * ONE
  const timeInForce = randomBelow(random, 3) === 0 ? 'post-only' : 'gtc'
  return place(model, random, { trader, isBid, price, quantity, timeInForce, isMarketOrder: false })
}

function take(model: MarketModel, random: Random, isBid: boolean): Planned | null {
  const side = isBid ? 'ask' : 'bid'
  const facing = model.book.list(side)[0]
  if (facing === undefined || levelsOf(model, side) < levelsMin) return null
  const holders = takers.filter((name) => holdingOf(model, name, isBid) >= sellMin)
  const trader = pick(random, facing.side === 'sell' && holders.length > 0 ? holders : takers)
  const part = BigInt(2 + randomBelow(random, 9))
  const quantity = (facing.remaining * part) / 10n
  const price = bookPriceOf(facing.price, facing.outcome)
  const isMarketOrder = randomBelow(random, 3) === 0
  return place(model, random, { trader, isBid, price, quantity, timeInForce: 'ioc', isMarketOrder })
}

/** Takes back the order that lies furthest out. */
function cancel(model: MarketModel, random: Random): Planned | null {
  const side = randomBelow(random, 2) === 0 ? 'ask' : 'bid'
  const order = model.book.list(side).at(-1)
  if (order === undefined || levelsOf(model, side) < levelsMin) return null
  return { kind: 'cancel', trader: order.trader as RoleName, orderId: order.orderId } // the model was given role names
}

/** Free shares whose sale is an order on that side. */
const holdingOf = (model: MarketModel, trader: RoleName, isBid: boolean): bigint =>
  model.position(trader)?.[isBid ? 'no' : 'yes'] ?? 0n

const levelsOf = (model: MarketModel, side: BookSide): number =>
  new Set(model.book.list(side).map(({ price, outcome }) => bookPriceOf(price, outcome))).size

interface Intent {
  readonly trader: RoleName
  /** Which side of the one book, seen from yes. */
  readonly isBid: boolean
  /** In yes. */
  readonly price: number
  readonly quantity: bigint
  readonly timeInForce: ModelOrder['timeInForce']
  readonly isMarketOrder: boolean
}

/** A bid is a buy of yes or a sale of no: who holds the shares mostly sells them. */
function place(model: MarketModel, random: Random, intent: Intent): Planned {
  const { trader, isBid } = intent
  const held = holdingOf(model, trader, isBid)
  const sells = held >= sellMin && randomBelow(random, 4) > 0
  const quantity = sells ? minBigint(held, intent.quantity) : intent.quantity
  const side: Side = sells ? 'sell' : 'buy'
  const outcome: Outcome = isBid === sells ? 'no' : 'yes'
  const { timeInForce, isMarketOrder } = intent
  const referer = trader === 'iris' ? 'anna' : null
  const price = outcome === 'yes' ? intent.price : 1_000 - intent.price
  return {
    kind: 'place',
    trader,
    order: {
      trader,
      side,
      outcome,
      price,
      quantity,
      timeInForce,
      expiresAtMs: null,
      isMarketOrder,
      maxFills: 10,
      referer,
    },
  }
}

function best(model: MarketModel): [bid: number | null, ask: number | null] {
  const [bid, ask] = [model.book.list('bid')[0], model.book.list('ask')[0]]
  return [
    bid === undefined ? null : bookPriceOf(bid.price, bid.outcome),
    ask === undefined ? null : bookPriceOf(ask.price, ask.outcome),
  ]
}

const clamp = (price: number): number => Math.min(priceMax, Math.max(priceMin, price))

function pick<T>(random: Random, list: readonly T[]): T {
  const item = list[randomBelow(random, list.length)]
  assert(item !== undefined, 'nothing to pick from')
  return item
}
