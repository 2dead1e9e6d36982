import type {
  BookSide,
  CandleInterval,
  MarketState,
  Outcome,
  ParlayLeg,
  ParlayResult,
  Side,
  TimeInForce,
} from '../../domain/index.ts'
import {
  amount,
  defineTable,
  fixed,
  flag,
  int,
  json,
  nullable,
  type RowOf,
  text,
  texts,
  word,
} from './define-table.ts'
import type { Metadata } from './governance-tables.ts'

/** Events, markets, books, orders, positions and parlays: migration 000003. */
export const events = defineTable('events', ['id'], {
  id: int,
  masterAddress: fixed(text),
  proposalId: fixed(int),
  question: fixed(text),
  category: fixed(nullable(text)),
  tags: fixed(texts),
  imageUrl: fixed(nullable(text)),
  legCount: int,
  legsText: text,
  totalVolume: amount,
  createdAtMs: fixed(int),
})
export type EventRow = RowOf<typeof events>

export const markets = defineTable('markets', ['id'], {
  id: int,
  marketAddress: fixed(text),
  proposalId: fixed(int),
  leg: fixed(int),
  eventId: fixed(nullable(int)),
  creator: fixed(text),
  creatorShare: fixed(int),
  question: fixed(text),
  category: fixed(nullable(text)),
  tags: fixed(texts),
  tagsText: fixed(text),
  rules: fixed(nullable(text)),
  resolutionSources: fixed(nullable(text)),
  imageUrl: fixed(nullable(text)),
  metadata: fixed(nullable(json<Metadata>())),
  masterQuestion: fixed(nullable(text)),
  masterImage: fixed(nullable(text)),
  endsAtMs: fixed(int),
  createdAtMs: fixed(int),
  state: word<MarketState>(),
  resolved: flag,
  finalOutcome: nullable(int),
  closing: nullable(int),
  resolvedAtMs: nullable(int),
  volume: amount,
  openInterest: amount,
  bestBidYes: int,
  bestAskYes: int,
  orderCount: int,
  tradeCount: int,
  lastTradeAtMs: int,
  lastPrice: int,
  trendAmount: amount,
  trending: int,
  unpaidCreatorFees: amount,
  unpaidTreasuryFees: amount,
  keptFees: amount,
  sweptChunks: json<readonly number[]>(),
  updatedAtMs: int,
})
export type MarketRow = RowOf<typeof markets>

export const priceLevels = defineTable('price_levels', ['marketId', 'side', 'price'], {
  marketId: int,
  side: word<BookSide>(),
  price: int,
  quantity: amount,
  orderCount: int,
})
export type PriceLevelRow = RowOf<typeof priceLevels>

export const candles = defineTable('candles', ['marketId', 'interval', 'startMs'], {
  marketId: int,
  interval: word<CandleInterval>(),
  startMs: int,
  open: int,
  high: int,
  low: int,
  close: int,
  volume: amount,
  trades: int,
  bestBid: int,
  bestAsk: int,
})
export type CandleRow = RowOf<typeof candles>

export const walletTotals = defineTable('wallet_totals', ['interval', 'startMs', 'wallet'], {
  interval: word<'all' | '1h'>(),
  startMs: int,
  wallet: text,
  profit: amount,
  volume: amount,
  referralFees: amount,
  creatorFees: amount,
  submitterFees: amount,
})
export type WalletTotalsRow = RowOf<typeof walletTotals>

export const orders = defineTable('orders', ['id'], {
  id: int,
  marketId: fixed(int),
  orderId: fixed(int),
  trader: fixed(text),
  side: fixed(word<Side>()),
  outcome: fixed(word<Outcome>()),
  price: fixed(int),
  quantity: fixed(amount),
  filled: amount,
  status: word<'open' | 'filled' | 'cancelled'>(),
  timeInForce: fixed(word<TimeInForce>()),
  isMarketOrder: fixed(flag),
  refererAddress: fixed(nullable(text)),
  txId: fixed(text),
  height: fixed(int),
  createdAtMs: fixed(int),
  lockedCollateral: amount,
  lockedShares: amount,
  released: flag,
  taken: amount,
  fee: amount,
  expiresAtMs: nullable(int),
  endedHeight: nullable(int),
})
export type OrderRow = RowOf<typeof orders>

export const positions = defineTable('positions', ['id'], {
  id: int,
  userAddress: fixed(text),
  marketId: fixed(int),
  positionType: fixed(word<Outcome>()),
  shares: amount,
  entryCost: amount,
  entryQuantity: amount,
  entryPrice: nullable(int),
  paid: amount,
  spent: amount,
  received: amount,
  fees: amount,
  cost: amount,
  paidShares: amount,
  isSettled: flag,
  lockedCollateral: amount,
  lockedShares: amount,
  createdAtMs: fixed(int),
  updatedAtMs: int,
})
export type PositionRow = RowOf<typeof positions>

export const parlays = defineTable('parlays', ['id'], {
  id: int,
  maker: fixed(text),
  taker: nullable(text),
  amount: fixed(amount),
  combinedOdds: fixed(int),
  takerAmount: fixed(amount),
  legs: fixed(json<readonly ParlayLeg[]>()),
  expiresAtMs: fixed(int),
  status: word<'open' | 'taken' | 'cancelled' | 'expired' | 'settled'>(),
  result: nullable(word<ParlayResult>()),
  makerPayout: nullable(amount),
  takerPayout: nullable(amount),
  txId: fixed(text),
  createdAtMs: fixed(int),
  takenAtMs: nullable(int),
  endedAtMs: nullable(int),
  updatedAtMs: int,
})
export type ParlayRow = RowOf<typeof parlays>
