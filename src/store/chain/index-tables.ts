import type { ActivityType, FillType, Outcome, Side } from '../../domain/index.ts'
import { amount, defineTable, fixed, flag, int, nullable, type RowOf, text, word } from './define-table.ts'

/** Blocks, transactions, trades and the counters: migrations 000002 and 000003. */
export const blocks = defineTable('blocks', ['height'], {
  height: int,
  hash: fixed(text),
  parentHash: fixed(text),
  timestampMs: fixed(int),
})

export const transactions = defineTable('transactions', ['txId'], {
  txId: text,
  height: fixed(int),
  scriptOk: fixed(flag),
  isVenue: fixed(flag),
})

export const trades = defineTable('trades', ['id'], {
  id: int,
  marketId: fixed(int),
  txId: fixed(text),
  height: fixed(int),
  eventIndex: fixed(int),
  buyOrderId: fixed(int),
  sellOrderId: fixed(int),
  fillType: fixed(word<FillType>()),
  outcome: fixed(word<Outcome>()),
  side: fixed(word<Side>()),
  price: fixed(int),
  quantity: fixed(amount),
  amountUsd: fixed(amount),
  makerCollateral: fixed(amount),
  takerCollateral: fixed(amount),
  fee: fixed(amount),
  makerAddress: fixed(text),
  takerAddress: fixed(text),
  refererAddress: fixed(nullable(text)),
  filledAtMs: fixed(int),
})
export type TradeRow = RowOf<typeof trades>

export const activity = defineTable('activity', ['id'], {
  id: int,
  height: fixed(int),
  atMs: fixed(int),
  txId: fixed(nullable(text)),
  wallet: fixed(text),
  type: fixed(word<ActivityType>()),
  marketId: fixed(nullable(int)),
  orderId: fixed(nullable(int)),
  side: fixed(nullable(word<Side>())),
  outcome: fixed(nullable(word<Outcome>())),
  price: fixed(nullable(int)),
  quantity: fixed(nullable(amount)),
  collateral: fixed(nullable(amount)),
  native: fixed(nullable(amount)),
  stake: fixed(nullable(amount)),
  fee: fixed(nullable(amount)),
  reference: fixed(nullable(int)),
  note: fixed(nullable(text)),
})
export type ActivityRow = RowOf<typeof activity>

export const idCounters = defineTable('id_counters', ['name'], { name: text, lastId: int })

export const listCounts = defineTable('list_counts', ['scope', 'key'], { scope: text, key: text, n: int })

export const searchWords = defineTable('search_words', ['word'], { word: text, ndoc: int })
