import { purgeBuilds } from '../store/writes/builder.ts'
import { type BuilderParts, createBuild } from './build.ts'
import { createGetTransaction, type TransactionReport } from './get-transaction.ts'
import type { Kind } from './kind.ts'
import { cancelAllKind, cancelOrderKind } from './kinds/cancel.ts'
import { oracleCommitKind, oracleDisputeKind, oracleRevealKind, oracleSubmitKind } from './kinds/oracle.ts'
import { mergeKind, splitKind } from './kinds/pairs.ts'
import { cancelParlayKind, offerParlayKind, takeParlayKind } from './kinds/parlays.ts'
import { placeOrderKind } from './kinds/place-order.ts'
import { proposeLinkedKind, proposeSingleKind, votingVoteKind } from './kinds/proposals.ts'
import { quoteKind } from './kinds/quote.ts'
import { settleKind } from './kinds/settle.ts'
import { vaultDepositKind, vaultUnlockKind, vaultWithdrawKind } from './kinds/vault.ts'
import type { SignerFields } from './signer.ts'

/** What can be built, by the name of its method. */
const kinds = {
  placeOrder: placeOrderKind,
  cancelOrder: cancelOrderKind,
  cancelAll: cancelAllKind,
  quote: quoteKind,
  split: splitKind,
  merge: mergeKind,
  settle: settleKind,
  vaultDeposit: vaultDepositKind,
  vaultUnlock: vaultUnlockKind,
  vaultWithdraw: vaultWithdrawKind,
  votingVote: votingVoteKind,
  proposeSingle: proposeSingleKind,
  proposeLinked: proposeLinkedKind,
  offerParlay: offerParlayKind,
  takeParlay: takeParlayKind,
  cancelParlay: cancelParlayKind,
  oracleSubmit: oracleSubmitKind,
  oracleDispute: oracleDisputeKind,
  oracleCommit: oracleCommitKind,
  oracleReveal: oracleRevealKind,
} as const

type Builds = {
  readonly [Name in keyof typeof kinds]: (
    request: (typeof kinds)[Name] extends Kind<infer Request> ? Request : never,
  ) => Promise<string>
}

/** What the rest of the house asks of the builder: one method per kind, each answering the ready-made JSON text. */
export interface Builder extends Builds {
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
  const builds = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      (request: SignerFields) => build(kind as Kind<SignerFields>, request), // each kind has its own request
    ]),
  ) as unknown as Builds // the same names
  return {
    ...builds,
    getTransaction: createGetTransaction(options),
    purge: () => purgeBuilds(database, { beforeMs: clock.nowMs() - KEPT_MS, limit: PURGE_MAX }),
  }
}
