import { health } from '../operations/health.ts'
import { metrics } from '../operations/metrics.ts'
import { ready } from '../operations/ready.ts'
import type { Route } from '../route.ts'
import { createChallenge } from './auth/create-challenge.ts'
import { listKeys } from './auth/list-keys.ts'
import { mintKey } from './auth/mint-key.ts'
import { revokeKey } from './auth/revoke-key.ts'
import { fundWallet } from './faucet/fund-wallet.ts'
import { listTrades } from './markets/list-trades.ts'
import { cancelAll } from './tx/cancel-all.ts'
import { cancelOrder } from './tx/cancel-order.ts'
import { cancelOrderByPost } from './tx/cancel-order-by-post.ts'
import { cancelParlay } from './tx/cancel-parlay.ts'
import { offerParlay } from './tx/offer-parlay.ts'
import { oracleCommit } from './tx/oracle-commit.ts'
import { oracleDispute } from './tx/oracle-dispute.ts'
import { oracleReveal } from './tx/oracle-reveal.ts'
import { oracleSubmit } from './tx/oracle-submit.ts'
import { placeOrder } from './tx/place-order.ts'
import { proposeLinked } from './tx/propose-linked.ts'
import { proposeSingle } from './tx/propose-single.ts'
import { settle } from './tx/settle.ts'
import { takeParlay } from './tx/take-parlay.ts'
import { vaultDeposit } from './tx/vault-deposit.ts'
import { vaultUnlock } from './tx/vault-unlock.ts'
import { vaultWithdraw } from './tx/vault-withdraw.ts'
import { votingVote } from './tx/voting-vote.ts'

/** Every route of the service. The server registers exactly these, and the OpenAPI describes exactly these. */
export const routes: readonly Route[] = [
  createChallenge,
  mintKey,
  listKeys,
  revokeKey,

  listTrades,

  placeOrder,
  cancelOrder,
  cancelOrderByPost,
  cancelAll,
  settle,
  vaultDeposit,
  vaultUnlock,
  vaultWithdraw,
  votingVote,
  proposeSingle,
  proposeLinked,
  offerParlay,
  takeParlay,
  cancelParlay,
  oracleSubmit,
  oracleDispute,
  oracleCommit,
  oracleReveal,

  fundWallet,

  health,
  ready,
  metrics,
]
