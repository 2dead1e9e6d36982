/**
 * bindings: the typed view of the compiled contracts.
 *
 * Owns          events → domain events, calls → scripts, refusals by name, the deployment plan.
 * Does not own  choosing coins, sending, storing.
 */
export { artifacts, type ContractName, type StructName } from './artifacts.ts'
export { attachedAtto, SPARE_DUST } from './attached-atto.ts'
export {
  type ContractCall,
  type ContractMethod,
  callScript,
  type MethodName,
  methodScript,
} from './call-script.ts'
export { CANCELS_MAX, cancelOrders } from './calls/cancel-orders.ts'
export { castVote } from './calls/cast-vote.ts'
export { clearOrders } from './calls/clear-orders.ts'
export { commitVote } from './calls/commit-vote.ts'
export { deployMarket } from './calls/deploy-market.ts'
export { depositStake } from './calls/deposit-stake.ts'
export { addLiquidity, buyNative, removeLiquidity, sellNative } from './calls/desk.ts'
export { disputeOutcome } from './calls/dispute-outcome.ts'
export { finalizeMarket } from './calls/finalize-market.ts'
export { freezePeriod } from './calls/freeze-period.ts'
export { launchVenue } from './calls/launch-venue.ts'
export { mergePairs } from './calls/merge-pairs.ts'
export { type OfferParlay, offerParlay } from './calls/offer-parlay.ts'
export { payFees } from './calls/pay-fees.ts'
export { type PlaceOrder, placeOrder } from './calls/place-order.ts'
export { type ProposeLinked, proposeLinked } from './calls/propose-linked.ts'
export { type ProposeSingle, proposeSingle } from './calls/propose-single.ts'
export { type QuoteOrders, quoteOrders } from './calls/quote-orders.ts'
export { refundParlay } from './calls/refund-parlay.ts'
export { refundProposal } from './calls/refund-proposal.ts'
export { releaseOrder } from './calls/release-order.ts'
export { revealVote } from './calls/reveal-vote.ts'
export { settleParlay } from './calls/settle-parlay.ts'
export { settlePosition } from './calls/settle-position.ts'
export { splitPairs } from './calls/split-pairs.ts'
export { submitOutcome } from './calls/submit-outcome.ts'
export { sweepChunk } from './calls/sweep-chunk.ts'
export { takeParlay } from './calls/take-parlay.ts'
export { takeTokens } from './calls/take-tokens.ts'
export { unlockStake } from './calls/unlock-stake.ts'
export { voidMarket } from './calls/void-market.ts'
export { withdrawStake } from './calls/withdraw-stake.ts'
export { workOffCommit } from './calls/work-off-commit.ts'
export { type CommitSecret, commitHash } from './commit-hash.ts'
export { contractAddressOf, findContractId } from './contract-address.ts'
export {
  contractsOfVenue,
  DECIMALS_MAX,
  DECIMALS_MIN,
  type Deployment,
  devnetPeriods,
  standardBonds,
  standardPeriods,
  standardQuorum,
  unitOf,
  type VenueParameters,
  type VenuePeriods,
  type VenueToken,
} from './deployment.ts'
export {
  type DeploymentFile,
  formatDeploymentFile,
  parseDeploymentFile,
  type SentStep,
} from './deployment-file.ts'
export {
  type CreateStep,
  devTokenLabels,
  encodeCreation,
  planDeployment,
  type StepIds,
  type StepName,
} from './deployment-plan.ts'
export { ENTRY_DEPOSIT, PROPOSAL_DEPOSIT } from './deposit.ts'
export {
  caseEntryId,
  commitEntryId,
  eventIdOf,
  marketIdOf,
  orderEntryId,
  parlayEntryId,
  periodEntryId,
  positionEntryId,
  proposalEntryId,
  roundEntryId,
  stakeEntryId,
} from './entry-ids.ts'
export { findRefusal } from './errors.ts'
export { decodeEvent, type VenueAddresses } from './events/decode-event.ts'
export { decodeDeskEvent } from './events/desk.ts'
export { decodeMarketEvent } from './events/market.ts'

export { decodeParlaysEvent } from './events/parlays.ts'

export { type LegTexts, textToHex } from './proposal-codec.ts'
export { readCallArgs, readSwapArgs } from './read-call.ts'
export {
  type EntryOf,
  groupOfContract,
  mapEntryId,
  type RawState,
  readEntry,
  readState,
  type StateOf,
} from './state.ts'
export { nativeFor, swapFirst } from './swap-first.ts'
