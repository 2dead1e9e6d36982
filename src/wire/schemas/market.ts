import * as Type from 'typebox'
import { fillTypes, outcomes, sides } from '../../domain/index.ts'
import { Address, Amount, Named, Nullable, Strict, Timestamp, Word } from './fields.ts'

const Price = (description: string) => Nullable(Type.Integer({ minimum: 1, maximum: 999, description }))
const Text = (description: string) => Nullable(Type.String({ description }))

/** A free JSON object, as the proposer wrote it. */
export const Metadata = Nullable(
  Type.Object({}, { additionalProperties: true, description: 'free JSON object of the proposer' }),
)

const properties = {
  id: Type.Integer({ minimum: 1 }),
  marketAddress: Address('the market’s contract'),
  question: Type.String(),
  category: Text('as proposed'),
  tags: Type.Array(Type.String()),
  creator: Address('who proposed it'),
  resolved: Type.Boolean(),
  finalOutcome: Nullable(Type.Integer({ minimum: 1, maximum: 3, description: '1 yes, 2 no, 3 void' })),
  volume: Amount('sum of amountUsd over its trades'),
  bestBidYes: Price('highest price somebody buys yes at'),
  bestAskYes: Price('lowest price somebody sells yes at'),
  bestBidNo: Price('1000 − bestAskYes'),
  bestAskNo: Price('1000 − bestBidYes'),
  createdAt: Timestamp('when its contract was deployed'),
  metadata: Metadata,
  imageUrl: Text('https address; never fetched by the service'),
  rules: Text('how it resolves'),
  resolutionSources: Text('where the answer is found'),
  master: Type.Boolean({ description: 'never true: a master question is an event' }),
  masterQuestion: Text('of the event it is a leg of'),
  masterImage: Text('of the event it is a leg of'),
  linked: Type.Boolean({ description: 'a leg of an event' }),
  proposalId: Nullable(Type.Integer({ minimum: 1 })),
  endsAt: Timestamp('end of trading'),
  state: Word(['open', 'closed', 'proposed', 'disputed', 'resolved'], 'at the served block'),
}

export const Market = Named('Market', properties, 'a question people trade on')

/** Only when `fields` names them. */
const asked = {
  change24h: Nullable(
    Type.Integer({
      minimum: -998,
      maximum: 998,
      description: 'how far the price of yes moved in a day, or since the first trade; null before it',
    }),
  ),
  sparkline: Type.Array(Price('of yes at the end of an hour'), {
    minItems: 24,
    maxItems: 24,
    description: 'the last 24 hours, oldest first; null before the first trade',
  }),
}

/** A market of which a caller asked for some fields only. */
export const PartialMarket = Type.Partial(Type.Object({ ...properties, ...asked }), {
  additionalProperties: false,
  title: 'PartialMarket',
  description: 'a market, with the fields asked for',
})

export const MarketFacets = Named(
  'MarketFacets',
  {
    total: Type.Integer({ minimum: 0 }),
    categories: Type.Array(
      Type.Object({ name: Type.String(), count: Type.Integer() }, { additionalProperties: false }),
    ),
    tags: Type.Array(
      Type.Object({ name: Type.String(), count: Type.Integer() }, { additionalProperties: false }),
    ),
    status: Type.Object({ open: Type.Integer(), resolved: Type.Integer() }, { additionalProperties: false }),
  },
  'how the matching markets divide',
)

export const Event = Named(
  'Event',
  {
    id: Type.Integer(),
    masterAddress: Address('the event’s contract'),
    question: Type.String({ description: 'master question' }),
    category: Text('as proposed'),
    tags: Type.Array(Type.String()),
    imageUrl: Text('https address'),
    createdAt: Timestamp('when its contract was deployed'),
    legCount: Type.Integer({ minimum: 0 }),
    totalVolume: Amount('sum over its legs'),
    legs: Type.Optional(Type.Array(Market)),
  },
  'a master question grouping market legs',
)

/** Price levels on each side, enough to draw a book; the rest is one query away. */
export const BOOK_DEPTH = 20

const Level = Type.Object(
  {
    price: Type.Integer({ minimum: 1, maximum: 999 }),
    quantity: Amount('shares resting at this price'),
    orderCount: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
)
const Side = Type.Object(
  { bids: Type.Array(Level), asks: Type.Array(Level) },
  { additionalProperties: false },
)

export const OrderBook = Named(
  'OrderBook',
  {
    marketAddress: Address('the market’s contract'),
    marketId: Type.Integer({ minimum: 1 }),
    yes: Side,
    no: Side,
    version: Type.Integer({ minimum: 0, description: 'grows with every change of the index' }),
    blockHeight: Type.Integer({ minimum: 0 }),
  },
  'resting orders by price, best first, at one block',
)

export const Quote = Named(
  'Quote',
  {
    marketAddress: Address('the market’s contract'),
    side: Word(sides, 'as asked'),
    outcome: Word(outcomes, 'as asked'),
    quantity: Amount('shares asked for; with spend, what it buys'),
    filled: Amount('shares that would fill at once'),
    averagePrice: Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'thousandths, rounded to the trader’s disadvantage; null when nothing fills',
      }),
    ),
    worstPrice: Price('of the last fill: as an order’s price it reaches exactly these fills'),
    notional: Amount('collateral for the shares, without fee'),
    fee: Amount('of the taker'),
    total: Amount('a buy pays notional + fee, a sell gets notional − fee'),
    fills: Type.Array(
      Strict(
        {
          makerOrderId: Type.Integer({ minimum: 1 }),
          fillType: Word(fillTypes, 'what becomes of the shares'),
          price: Type.Integer({ minimum: 1, maximum: 999, description: 'in the outcome asked for' }),
          quantity: Amount('shares'),
          collateral: Amount('paid or got for them, without fee'),
        },
        'one resting order it would meet',
      ),
    ),
    resting: Amount('shares that would wait in the book; 0 without a price'),
    slippageBps: Nullable(
      Type.Integer({
        description: 'how much worse than the middle of the book, in hundredths of a percent',
      }),
    ),
    payout: Nullable(Amount('what the filled shares pay if the outcome wins; null for a sell')),
    version: Type.Integer({ minimum: 0, description: 'of the book, as in its own answer' }),
    blockHeight: Type.Integer({ minimum: 0 }),
  },
  'what an order would do now, to the unit; the book may move before it is included',
)

export const MarketStats = Named(
  'MarketStats',
  {
    marketAddress: Address('the market’s contract'),
    marketId: Type.Integer({ minimum: 1 }),
    volume: Amount('sum of amountUsd over its trades'),
    volume24h: Amount('of the last 24 hours, to the minute'),
    trades: Type.Integer({ minimum: 0 }),
    trades24h: Type.Integer({ minimum: 0, description: 'of the last 24 hours, to the minute' }),
    lastPrice: Price('of yes in the last trade'),
    change24h: asked.change24h,
    openInterest: Amount('pairs of shares that exist'),
    traders: Type.Integer({ minimum: 0, description: 'wallets that placed an order or hold shares' }),
    spread: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 998,
        description: 'best ask less best bid; null when a side is empty',
      }),
    ),
  },
  'a market in numbers',
)

export const Holder = Named(
  'Holder',
  {
    address: Address('whose it is'),
    positionType: Word(outcomes, 'yes or no'),
    shares: Amount('held, locked ones included'),
    entryPrice: Price('average buy price, without fee'),
  },
  'a position that is not settled yet',
)

export const SEARCH_SIZE = 20
export const SEARCH_SIZE_MAX = 50

export const SearchResult = Named(
  'SearchResult',
  {
    type: Word(['market'], 'resource type'),
    score: Type.Number({ description: 'higher is better' }),
    data: Market,
  },
  'a hit',
)

export const CANDLES_MAX = 1_500
export const CANDLES_DEFAULT = 300

export const Candle = Named(
  'Candle',
  {
    start: Timestamp('first millisecond of the interval'),
    open: Type.Integer({ minimum: 1, maximum: 999, description: 'price of yes in the first trade' }),
    high: Type.Integer({ minimum: 1, maximum: 999 }),
    low: Type.Integer({ minimum: 1, maximum: 999 }),
    close: Type.Integer({ minimum: 1, maximum: 999, description: 'in the last trade, or carried over' }),
    volume: Amount('sum of amountUsd'),
    trades: Type.Integer({ minimum: 0 }),
    bestBidYes: Price('at the end of the interval'),
    bestAskYes: Price('at the end of the interval'),
  },
  'prices of yes in one interval; without trades the last close carries over',
)
