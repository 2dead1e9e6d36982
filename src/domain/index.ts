/**
 * domain: the venue's words and the pure rules over them.
 *
 * Owns          amounts, prices, outcomes, tiers, fees, addresses, coins, records, venue events, public error codes.
 * Does not own  I/O, time, SQL, HTTP, wire bytes.
 */

export { type ActivityType, activityTypes } from './activity.ts'
export {
  parseWalletAddress,
  toRowAddress,
  venueAddress,
  type WalletAddress,
} from './address.ts'
export { CONTRACT_LIMIT, mulDiv, ONE, parseAmount } from './amount.ts'
export type { ApiKey, RateLimits } from './api-key.ts'
export { type BookSide, bookPriceOf, bookSideOf } from './book-side.ts'
export { type CandleInterval, candleIntervals, candleStart } from './candle.ts'
export { voidPayout } from './closing-price.ts'
export { type ErrorCode, errorCodes, refuse } from './codes.ts'
export type { Coin, OutputRef, TokenAmount } from './coin.ts'
export { type ConflictReason, conflict, conflictReasons, isConflictReason } from './conflict.ts'
export type { ContractEvent, ContractValue } from './contract-value.ts'
export type { DeskEvent } from './desk-event.ts'
export { type DeskReserves, priceOfNative } from './desk-price.ts'
export { addBuy, entryPriceOf } from './entry-price.ts'
export {
  collateralForBuy,
  lockOf,
  PRICE_SCALE,
  proceedsOf,
  TAKER_FEE_PERMILLE,
  takerFee,
} from './fee.ts'
export {
  type CancelReason,
  cancelReasons,
  type MarketEvent,
  type MarketStateChanged,
  type OrderFilled,
} from './market-event.ts'
export {
  createMarketModel,
  FILLS_MAX,
  type MarketModel,
  type ModelAnswer,
  type ModelOrder,
  type ModelQuote,
  QUOTE_CANCELS_MAX,
  QUOTE_ORDERS_MAX,
  type QuotedOrder,
} from './market-model.ts'
export { missing } from './missing.ts'
export { type NativeSource, nativeSources } from './native-source.ts'
export type {
  OracleEvent,
  SubmissionClosed,
  VoteChoice,
} from './oracle-event.ts'
export { bondAt, bondOf, canDecide, quorumOf } from './oracle-rules.ts'
export type { OrderBook, RestingOrder } from './order-book.ts'
export {
  type FillType,
  type FinalOutcome,
  fillTypes,
  type MarketState,
  type Outcome,
  outcomes,
  type Side,
  sides,
  type TimeInForce,
  timesInForce,
} from './order-terms.ts'
export {
  type ParlayEvent,
  type ParlayLeg,
  type ParlayResult,
  parlayResults,
} from './parlay-event.ts'
export { pendingRevealId } from './pending-reveal-id.ts'
export { type MakerTerms, type PlannedOrder, planQuotes, type Stance } from './plan-quotes.ts'
export { type Level, type OthersBook, planSides } from './plan-sides.ts'
export { noAccount, realisedOf, withBought, withFee, withSold } from './position-account.ts'
export { proposalBounds } from './proposal-bounds.ts'
export { publicKeyLengths } from './public-key.ts'
export { averagePriceOf, type Quote, type QuoteTerms, quoteFills, slippageBpsOf } from './quote.ts'
export { cleanText, imageUrlFromBytes, metadataFromBytes, textFromBytes } from './safe-text.ts'
export { isScope, type Scope, scopes } from './scope.ts'
export { excludedBy, exclusionsOf, positiveWordsOf, toWebsearch } from './search-query.ts'
export { searchWordsOf } from './search-words.ts'
export { areAlike, isAlike, type SideTotals, sideTotals } from './side-totals.ts'
export { subjectOf, subjectOfLegs, termsOf } from './subject.ts'
export { tierOf, tiers, votesFrom } from './tier.ts'
export { fadeVolume, trendingScore } from './trending.ts'
export { unlockOf } from './unlock.ts'
export type { VaultEvent } from './vault-event.ts'
export type { VenueEvent } from './venue-event.ts'
export type {
  MarketDeployed,
  ProposalCreated,
  ProposalLeg,
  ProposalTexts,
  VotingEvent,
} from './voting-event.ts'
export {
  isWallet,
  type KeyType,
  keyTypeOf,
  keyTypes,
  parseWallet,
  type Wallet,
} from './wallet.ts'
