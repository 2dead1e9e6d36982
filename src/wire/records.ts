import type { Static, TSchema } from 'typebox'
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from './operation.ts'
import type * as auth from './schemas/auth.ts'
import type { ErrorShape } from './schemas/error.ts'
import type * as market from './schemas/market.ts'
import type * as oracle from './schemas/oracle.ts'
import type * as order from './schemas/order.ts'
import type * as pagination from './schemas/pagination.ts'
import type * as parlay from './schemas/parlay.ts'
import type * as status from './schemas/status.ts'
import type * as trade from './schemas/trade.ts'
import type * as transaction from './schemas/transaction.ts'
import type * as tx from './schemas/tx.ts'
import type * as vault from './schemas/vault.ts'
import type * as voting from './schemas/voting.ts'

/** A value as JSON carries it: not changed by who reads it, and what is absent may as well be undefined. */
type Wire<T> = T extends readonly (infer Item)[]
  ? readonly Wire<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Wire<T[K]> | Absent<T, K> }
    : T
type Absent<T, K extends keyof T> = string extends K
  ? never
  : Record<never, never> extends Pick<T, K>
    ? undefined
    : never

type RecordOf<S extends TSchema> = Wire<Static<S>>

/** What a caller gives: path parameters, query and body in one object. */
export type InputOf<O extends Operation> = Wire<ParamsOf<O> & QueryOf<O> & BodyOf<O>>
/** What a caller gets. */
export type OutputOf<O extends Operation> = Wire<AnswerOf<O>>

export type MintRequest = RecordOf<typeof auth.MintBody>
export type MintedKey = RecordOf<typeof auth.MintedKey>
export type Key = RecordOf<typeof auth.Key>
export type ErrorBody = RecordOf<typeof ErrorShape>
export type Market = RecordOf<typeof market.Market>
export type PartialMarket = RecordOf<typeof market.PartialMarket>
export type MarketFacets = RecordOf<typeof market.MarketFacets>
export type Event = RecordOf<typeof market.Event>
export type OrderBook = RecordOf<typeof market.OrderBook>
export type Candle = RecordOf<typeof market.Candle>
export type SearchResult = RecordOf<typeof market.SearchResult>
export type Trade = RecordOf<typeof trade.Trade>
export type Order = RecordOf<typeof order.Order>
export type Position = RecordOf<typeof order.Position>
export type Pagination = RecordOf<typeof pagination.Pagination>
export type PendingReveal = RecordOf<typeof oracle.PendingReveal>
export type Dispute = RecordOf<typeof oracle.Dispute>
export type Vault = RecordOf<typeof vault.Vault>
export type Parlay = RecordOf<typeof parlay.Parlay>
export type Proposal = RecordOf<typeof voting.Proposal>
export type ProposalPage = RecordOf<typeof voting.ProposalPage>
export type Status = RecordOf<typeof status.Status>
export type Limits = RecordOf<typeof status.Limits>
export type Transaction = RecordOf<typeof transaction.Transaction>
export type BuildTx = RecordOf<typeof tx.BuildTx>
