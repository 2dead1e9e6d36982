/**
 * client: the API for callers, in Node and in browsers.
 *
 * Owns          a typed method for every operation, errors by class, cursors as iterators, bounded repeats, the check of a
 *               build before it is signed, signing and submitting over the SDK's signers.
 * Does not own  anything behind the wire, private keys, the wallet's choice of node.
 */
export { ONE, proposalBounds, subjectOf, subjectOfLegs, termsOf } from '../domain/index.ts'
export type {
  BuildTx,
  Candle,
  Dispute,
  ErrorBody,
  Event,
  FeedMessage,
  Key,
  Limits,
  Market,
  MarketFacets,
  MintedKey,
  MintRequest,
  OperationId,
  Order,
  OrderBook,
  Pagination,
  Parlay,
  PartialMarket,
  PendingReveal,
  Position,
  Proposal,
  ProposalPage,
  SearchResult,
  Status,
  Trade,
  Transaction,
  Vault,
} from '../wire/index.ts'
export { type Client, type ClientOptions, createClient } from './create-client.ts'
export { createTrader, type TradeFacts, type Trader, type TraderOptions } from './create-trader.ts'
export type { IterateOptions } from './iterate.ts'
export { type MintOptions, mintKey, type PreparedKey, prepareKey } from './mint-key.ts'
export { NodeError } from './node-error.ts'
export { type Quote, quoteOrder } from './quote-order.ts'
export { type Ballot, type SealedVote, sealVote } from './seal-vote.ts'
export { NetworkError, type NetworkTrouble, SibylError } from './sibyl-error.ts'
export { signAndSubmit } from './sign-and-submit.ts'
export type { StreamMessage } from './stream/follow.ts'
export { keepBook, type LocalBook, WHOLE_BOOK } from './stream/local-book.ts'
export type { AnswerInfo, CallOptions, RepeatInfo } from './transport.ts'
export type { BuildFacts, WalletCoin } from './verify/build-facts.ts'
export type { TradeRequest, TxInput, TxKind, TxRequest } from './verify/build-request.ts'
export { UntrustedBuild } from './verify/untrusted.ts'
export { pinVenue, pinVenueFromNode, type VenuePin } from './verify/venue-pin.ts'
export { type VerifiedBuild, verifyBuild } from './verify/verify-build.ts'
export { TransactionFailed, type WaitOptions, waitForTransaction } from './wait-for-transaction.ts'
