import { health } from '../operations/health.ts'
import { metrics } from '../operations/metrics.ts'
import { ready } from '../operations/ready.ts'
import type { Route } from '../route.ts'
import { createChallenge } from './auth/create-challenge.ts'
import { listKeys } from './auth/list-keys.ts'
import { mintKey } from './auth/mint-key.ts'
import { revokeKey } from './auth/revoke-key.ts'
import { advanceTime, causeFault, mineBlocks, reorganise, setMining } from './devnet/controls.ts'
import { getEvent } from './events/get-event.ts'
import { listEvents } from './events/list-events.ts'
import { fundWallet } from './faucet/fund-wallet.ts'
import { getMarket } from './markets/get-market.ts'
import { getMarketStats } from './markets/get-market-stats.ts'
import { getOrderBook } from './markets/get-order-book.ts'
import { getQuote } from './markets/get-quote.ts'
import { listCandles } from './markets/list-candles.ts'
import { listHolders } from './markets/list-holders.ts'
import { listMarkets } from './markets/list-markets.ts'
import { listTrades } from './markets/list-trades.ts'
import { getDispute } from './oracle/get-dispute.ts'
import { listDisputeVotes } from './oracle/list-dispute-votes.ts'
import { listDisputes } from './oracle/list-disputes.ts'
import { relayReveal } from './oracle/relay-reveal.ts'
import { listParlays } from './parlays/list-parlays.ts'
import { search } from './search/search.ts'
import { getLeaderboard } from './status/get-leaderboard.ts'
import { getLimits } from './status/get-limits.ts'
import { getStatus } from './status/get-status.ts'
import { getVenueStats } from './status/get-venue-stats.ts'
import { getTransaction } from './transactions/get-transaction.ts'
import { builds } from './tx.ts'
import { getBalances } from './users/get-balances.ts'
import { getPortfolio } from './users/get-portfolio.ts'
import { getVault } from './users/get-vault.ts'
import { listActions } from './users/list-actions.ts'
import { listActivity } from './users/list-activity.ts'
import { listOrders } from './users/list-orders.ts'
import { listPendingReveals } from './users/list-pending-reveals.ts'
import { listPositions } from './users/list-positions.ts'
import { listUserParlays } from './users/list-user-parlays.ts'
import { listUserTrades } from './users/list-user-trades.ts'
import { getPeriod } from './voting/get-period.ts'
import { getProposal } from './voting/get-proposal.ts'
import { listProposalVotes } from './voting/list-proposal-votes.ts'
import { listProposals } from './voting/list-proposals.ts'

/** Every route of the service. The server registers exactly these, and the OpenAPI describes exactly these. */
export const routes: readonly Route[] = [
  createChallenge,
  mintKey,
  listKeys,
  revokeKey,

  listMarkets,
  getMarket,
  listTrades,
  getOrderBook,
  listCandles,
  getQuote,
  getMarketStats,
  listHolders,
  listEvents,
  getEvent,
  search,

  listOrders,
  listPositions,
  listUserTrades,
  getPortfolio,
  getBalances,
  listActivity,
  listActions,
  listPendingReveals,
  getVault,
  listUserParlays,
  listParlays,

  listProposals,
  getProposal,
  listProposalVotes,
  getPeriod,
  listDisputes,
  listDisputeVotes,
  getDispute,
  relayReveal,

  getStatus,
  getLimits,
  getVenueStats,
  getLeaderboard,

  ...builds,

  getTransaction,
  fundWallet,
  mineBlocks,
  advanceTime,
  setMining,
  reorganise,
  causeFault,

  health,
  ready,
  metrics,
]
