/**
 * builder: what a wallet is asked to sign.
 *
 * Owns          one file per kind of transaction, the order of checks, idempotency by body, the choice of coins and gas,
 *               what became of a build.
 * Does not own  signing, submitting, HTTP, the rules of the venue: the contracts have them, and a dry run on the node
 *               tells what they would say.
 * Writes        `builds` and `build_inputs`. Nothing of the market: an order exists when a block has it.
 */
export type { BuilderParts } from './build.ts'
export { type Builder, type CreateBuilderOptions, createBuilder } from './create-builder.ts'
export type { Lifecycle, TransactionReport } from './get-transaction.ts'
export type { CancelAllRequest } from './kinds/cancel-all.ts'
export type { CancelOrderRequest } from './kinds/cancel-order.ts'
export type { OfferParlayRequest } from './kinds/offer-parlay.ts'
export type { OracleCommitRequest } from './kinds/oracle-commit.ts'
export type { OracleDisputeRequest } from './kinds/oracle-dispute.ts'
export type { OracleRevealRequest } from './kinds/oracle-reveal.ts'
export type { OracleSubmitRequest } from './kinds/oracle-submit.ts'
export { MAX_FILLS, type PlaceOrderRequest } from './kinds/place-order.ts'
export type { ProposeLinkedRequest } from './kinds/propose-linked.ts'
export type { ProposeSingleRequest } from './kinds/propose-single.ts'
export type { SettleRequest } from './kinds/settle.ts'
export type { ParlayRequest } from './kinds/take-parlay.ts'
export type { VaultDepositRequest } from './kinds/vault-deposit.ts'
export type { VaultUnlockRequest } from './kinds/vault-unlock.ts'
export type { VotingVoteRequest } from './kinds/voting-vote.ts'
export type { BuilderObservation, ObserveBuilder } from './observation.ts'
export type { SignerFields } from './signer.ts'
export type { Summary } from './summary.ts'
