import { purgeBuilds } from '../store/writes/builder.ts'
import { type BuilderParts, createBuild } from './build.ts'
import { createGetTransaction, type TransactionReport } from './get-transaction.ts'
import { type CancelAllRequest, cancelAllKind } from './kinds/cancel-all.ts'
import { type CancelOrderRequest, cancelOrderKind } from './kinds/cancel-order.ts'
import { cancelParlayKind } from './kinds/cancel-parlay.ts'
import { mergeKind } from './kinds/merge.ts'
import { type OfferParlayRequest, offerParlayKind } from './kinds/offer-parlay.ts'
import { type OracleCommitRequest, oracleCommitKind } from './kinds/oracle-commit.ts'
import { type OracleDisputeRequest, oracleDisputeKind } from './kinds/oracle-dispute.ts'
import { type OracleRevealRequest, oracleRevealKind } from './kinds/oracle-reveal.ts'
import { type OracleSubmitRequest, oracleSubmitKind } from './kinds/oracle-submit.ts'
import { type PlaceOrderRequest, placeOrderKind } from './kinds/place-order.ts'
import { type ProposeLinkedRequest, proposeLinkedKind } from './kinds/propose-linked.ts'
import { type ProposeSingleRequest, proposeSingleKind } from './kinds/propose-single.ts'
import { type QuoteRequest, quoteKind } from './kinds/quote.ts'
import { type SettleRequest, settleKind } from './kinds/settle.ts'
import { type PairsRequest, splitKind } from './kinds/split.ts'
import { type ParlayRequest, takeParlayKind } from './kinds/take-parlay.ts'
import { type VaultDepositRequest, vaultDepositKind } from './kinds/vault-deposit.ts'
import { type VaultUnlockRequest, vaultUnlockKind } from './kinds/vault-unlock.ts'
import { vaultWithdrawKind } from './kinds/vault-withdraw.ts'
import { type VotingVoteRequest, votingVoteKind } from './kinds/voting-vote.ts'
import type { SignerFields } from './signer.ts'

/** What the rest of the house asks of the builder: one method per kind, each answering the ready-made JSON text. */
export interface Builder {
  placeOrder(request: PlaceOrderRequest): Promise<string>
  cancelOrder(request: CancelOrderRequest): Promise<string>
  cancelAll(request: CancelAllRequest): Promise<string>
  quote(request: QuoteRequest): Promise<string>
  split(request: PairsRequest): Promise<string>
  merge(request: PairsRequest): Promise<string>
  settle(request: SettleRequest): Promise<string>
  vaultDeposit(request: VaultDepositRequest): Promise<string>
  vaultUnlock(request: VaultUnlockRequest): Promise<string>
  vaultWithdraw(request: SignerFields): Promise<string>
  votingVote(request: VotingVoteRequest): Promise<string>
  proposeSingle(request: ProposeSingleRequest): Promise<string>
  proposeLinked(request: ProposeLinkedRequest): Promise<string>
  offerParlay(request: OfferParlayRequest): Promise<string>
  takeParlay(request: ParlayRequest): Promise<string>
  cancelParlay(request: ParlayRequest): Promise<string>
  oracleSubmit(request: OracleSubmitRequest): Promise<string>
  oracleDispute(request: OracleDisputeRequest): Promise<string>
  oracleCommit(request: OracleCommitRequest): Promise<string>
  oracleReveal(request: OracleRevealRequest): Promise<string>
  /** What became of a transaction, ours or anybody's. */
  getTransaction(txId: string): Promise<TransactionReport>
  /** Forgets builds nobody can ask about any more; says how many. */
  purge(): Promise<number>
}

/** Long enough for a summary to be asked for in hindsight, short enough to keep the table small. */
const KEPT_MS = 30 * 24 * 60 * 60_000
const PURGE_MAX = 1_000

export interface CreateBuilderOptions extends BuilderParts {
  /** From how many confirmations on a transaction is called confirmed. */
  readonly confirmations: number
}

export function createBuilder(options: CreateBuilderOptions): Builder {
  const { database, clock } = options
  const build = createBuild(options)
  return {
    placeOrder: (request) => build(placeOrderKind, request),
    cancelOrder: (request) => build(cancelOrderKind, request),
    cancelAll: (request) => build(cancelAllKind, request),
    quote: (request) => build(quoteKind, request),
    split: (request) => build(splitKind, request),
    merge: (request) => build(mergeKind, request),
    settle: (request) => build(settleKind, request),
    vaultDeposit: (request) => build(vaultDepositKind, request),
    vaultUnlock: (request) => build(vaultUnlockKind, request),
    vaultWithdraw: (request) => build(vaultWithdrawKind, request),
    votingVote: (request) => build(votingVoteKind, request),
    proposeSingle: (request) => build(proposeSingleKind, request),
    proposeLinked: (request) => build(proposeLinkedKind, request),
    offerParlay: (request) => build(offerParlayKind, request),
    takeParlay: (request) => build(takeParlayKind, request),
    cancelParlay: (request) => build(cancelParlayKind, request),
    oracleSubmit: (request) => build(oracleSubmitKind, request),
    oracleDispute: (request) => build(oracleDisputeKind, request),
    oracleCommit: (request) => build(oracleCommitKind, request),
    oracleReveal: (request) => build(oracleRevealKind, request),
    getTransaction: createGetTransaction(options),
    purge: () => purgeBuilds(database, { beforeMs: clock.nowMs() - KEPT_MS, limit: PURGE_MAX }),
  }
}
