/**
 * store: the house's memory of the chain, and the few things that are its own.
 *
 * Owns          the driver over PGlite-in-a-worker or PostgreSQL, migrations, statements, row mappers, cursors.
 * Does not own  decisions: it answers what it is asked. Which room writes which table is said in house rules.
 */

export { appendTables, foldedTables } from './chain/chain-tables.ts'
export { type Checkpoint, findCheckpoint } from './chain/checkpoint.ts'
export type { ChainTable } from './chain/define-table.ts'
export { findHaltedReason } from './chain/find-halted-reason.ts'
export { findIndexStatus, type IndexStatus } from './chain/find-index-status.ts'
export {
  type LegTexts,
  type PeriodRow,
  type ProposalRow,
  periods,
  proposals,
  type StakeRow,
  stakes,
  type VoteRow,
  vaultTotals,
  votes,
} from './chain/governance-tables.ts'
export {
  type ActivityRow,
  activity,
  blocks,
  idCounters,
  listCounts,
  searchWords,
  type TradeRow,
  trades,
  transactions,
} from './chain/index-tables.ts'
export { listCandleRows } from './chain/list-candle-rows.ts'
export { listExpiringOrders } from './chain/list-expiring-orders.ts'
export { listHeldOrders } from './chain/list-held-orders.ts'
export { type IndexedBlock, listIndexedBlocks } from './chain/list-indexed-blocks.ts'
export { listMarketAddresses } from './chain/list-market-addresses.ts'
export { listUndoImages, type UndoneTable } from './chain/list-undo-images.ts'
export { loadRows } from './chain/load-rows.ts'
export {
  type CandleRow,
  candles,
  type EventRow,
  events,
  type MarketRow,
  markets,
  type OrderRow,
  orders,
  type ParlayRow,
  type PositionRow,
  type PriceLevelRow,
  parlays,
  positions,
  priceLevels,
  type WalletTotalsRow,
  walletTotals,
} from './chain/market-tables.ts'
export {
  bonds,
  type CommitRow,
  commits,
  type RoundRow,
  rounds,
  type SubmissionRow,
  submissions,
} from './chain/oracle-tables.ts'
export type { StoreDatabase } from './create-database.ts'
export { type CursorCodec, type CursorScope, createCursorCodec, cursorLengthMax } from './cursor.ts'
export type { Database, Lister, Reader, Row, Writer } from './database.ts'
export { copyAgeMaxMs } from './database.ts'
export { createDatabaseClock } from './database-clock.ts'
export { listDeadOrders } from './duties/list-dead-orders.ts'
export { type DueReveal, listDueReveals } from './duties/list-due-reveals.ts'
export { listEndedPeriods } from './duties/list-ended-periods.ts'
export { listFinalizableMarkets } from './duties/list-finalizable-markets.ts'
export { listFinishedParlays } from './duties/list-finished-parlays.ts'
export { listRefundableProposals } from './duties/list-refundable-proposals.ts'
export { listSweepableMarkets } from './duties/list-sweepable-markets.ts'
export { listUndeployedProposals } from './duties/list-undeployed-proposals.ts'
export { listUnpaidFees } from './duties/list-unpaid-fees.ts'
export { listUnreleasedOrders } from './duties/list-unreleased-orders.ts'
export { listUnsettledPositions } from './duties/list-unsettled-positions.ts'
export { listUnworkedCommits } from './duties/list-unworked-commits.ts'
export { listVoidableMarkets } from './duties/list-voidable-markets.ts'
export type { EmbeddedLimits } from './embedded/embedded-driver.ts'
export type { NewFeedBlock, NewMessage } from './feed/append-feed.ts'
export { findBookVersions } from './feed/book-versions.ts'
export { type FeedHead, findFeedHead } from './feed/feed-head.ts'
export {
  type FallingDue,
  findFallingDue,
  listEndingMarkets,
  listRevealsFallingDue,
  listWithdrawalsFallingDue,
  type Reveal,
  type Span,
  type Withdrawal,
} from './feed/find-due.ts'
export { findKeptSpan } from './feed/find-kept-span.ts'
export { findToldBlock } from './feed/find-told-block.ts'
export { type ChannelsPage, type FeedRow, listFeed, listFeedOf } from './feed/list-feed.ts'
export { listUnsettledPositionRows } from './feed/list-unsettled-position-rows.ts'
export { listenFeed } from './feed/listen-feed.ts'
export { listBuiltHere, listVenueTransactions, type VenueTransaction } from './feed/venue-transactions.ts'
export { type Inspection, inspectDatabase } from './inspect-database.ts'
export { createLeaderLease, type LeaseObservation } from './lease/leader-lease.ts'
export { resetChain } from './migrate.ts'
export { readMigrations, schemas } from './migrations.ts'
export type { ObserveStore } from './observation.ts'
export { type DatabaseOptions, openDatabase } from './open-database.ts'
export { findDispute } from './reads/find-dispute.ts'
export { findEvent } from './reads/find-event.ts'
export { findMarket } from './reads/find-market.ts'
export { findMarketId } from './reads/find-market-id.ts'
export { findMarketStats } from './reads/find-market-stats.ts'
export { findPeriod } from './reads/find-period.ts'
export { findProposal } from './reads/find-proposal.ts'
export type { FoundRecord } from './reads/find-record.ts'
export { findStake } from './reads/find-stake.ts'
export { findVenueStats } from './reads/find-venue-stats.ts'
export { findWholeWeight } from './reads/find-whole-weight.ts'
export { getMarketFacets } from './reads/get-market-facets.ts'
export { getOrderBook, getOrderBookAt } from './reads/get-order-book.ts'
export { listActions } from './reads/list-actions.ts'
export { listActivity } from './reads/list-activity.ts'
export { listCandles, type StoredCandle } from './reads/list-candles.ts'
export { listDisputeVotes } from './reads/list-dispute-votes.ts'
export { listDisputes } from './reads/list-disputes.ts'
export { eventSorts, listEvents } from './reads/list-events.ts'
export { listFacingOrders } from './reads/list-facing-orders.ts'
export { listHolders } from './reads/list-holders.ts'
export { listLeaders } from './reads/list-leaders.ts'
export { listMarkets, type MarketFilter, marketSorts } from './reads/list-markets.ts'
export { listOrdersByTrader } from './reads/list-orders-by-trader.ts'
export type { ListPage, PageRequest, ReadView } from './reads/list-page.ts'
export { listParlays } from './reads/list-parlays.ts'
export { listPendingReveals } from './reads/list-pending-reveals.ts'
export { listPortfolio, type PortfolioSums, sumPortfolio } from './reads/list-portfolio.ts'
export { listPositionsByUser } from './reads/list-positions-by-user.ts'
export { listProposalVotes } from './reads/list-proposal-votes.ts'
export { listProposals, proposalSorts } from './reads/list-proposals.ts'
export { listTradesByMarket } from './reads/list-trades-by-market.ts'
export { listTradesByUser } from './reads/list-trades-by-user.ts'
export { listTransactionOrders } from './reads/list-transaction-orders.ts'
export { listTransactionTrades } from './reads/list-transaction-trades.ts'
export { type MarketField, marketFieldNames } from './reads/records.ts'
export { searchMarkets, searchMarketsFuzzily } from './reads/search-markets.ts'
export { type IndexPlace, inspectIndex } from './server/inspect-index.ts'
export { openReadReplica, type ReadReplica } from './server/open-read-replica.ts'
export type { ServerLimits } from './server/server-driver.ts'
export { findBuildByTx } from './statements/builds/find-build-by-tx.ts'
export { findBuildStanding } from './statements/builds/find-build-standing.ts'
export { findLiveBuild } from './statements/builds/find-live-build.ts'
export type { StoredBuild } from './statements/builds/stored-build.ts'
export type { Challenge } from './statements/challenges/challenge.ts'
export { findChallenge } from './statements/challenges/find-challenge.ts'
export { listChallengeCandidates } from './statements/challenges/list-challenge-candidates.ts'
export { countActiveApiKeys } from './statements/keys/count-active-api-keys.ts'
export { findApiKeyByHash } from './statements/keys/find-api-key-by-hash.ts'
export { listApiKeysByOwner } from './statements/keys/list-api-keys-by-owner.ts'
export { findSetting } from './statements/settings/find-setting.ts'
export {
  findIndexedTransaction,
  type IndexedTransaction,
} from './statements/standings/find-indexed-transaction.ts'
export { findMarketStanding } from './statements/standings/find-market-standing.ts'
export { findOrderStanding } from './statements/standings/find-order-standing.ts'
export { findParlayStanding } from './statements/standings/find-parlay-standing.ts'
export { findProposalStanding } from './statements/standings/find-proposal-standing.ts'
export { findRoundStanding } from './statements/standings/find-round-standing.ts'
export { findSubmissionStanding } from './statements/standings/find-submission-standing.ts'
export { listOpenOrderIds } from './statements/standings/list-open-order-ids.ts'
export { createVenueTime, type VenueTime } from './venue-time.ts'
