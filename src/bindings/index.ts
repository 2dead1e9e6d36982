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
export { addLiquidity, buyNative } from './calls/desk.ts'
export {
  CANCELS_MAX,
  cancelOrders,
  clearOrders,
  mergePairs,
  type PlaceOrder,
  payFees,
  placeOrder,
  type QuoteOrders,
  quoteOrders,
  releaseOrder,
  settlePosition,
  splitPairs,
  sweepChunk,
} from './calls/market.ts'
export {
  commitVote,
  disputeOutcome,
  finalizeMarket,
  revealVote,
  submitOutcome,
  voidMarket,
  workOffCommit,
} from './calls/oracle.ts'
export { type OfferParlay, offerParlay, refundParlay, settleParlay, takeParlay } from './calls/parlays.ts'
export { depositStake, unlockStake, withdrawStake } from './calls/vault.ts'
export { launchVenue } from './calls/venue.ts'
export {
  castVote,
  deployMarket,
  freezePeriod,
  type ProposeLinked,
  type ProposeSingle,
  proposeLinked,
  proposeSingle,
  refundProposal,
} from './calls/voting.ts'
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
  marketIdOf,
  orderEntryId,
  parlayEntryId,
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
export { lockOfEntry } from './order-entry.ts'
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
