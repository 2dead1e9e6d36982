import type { VenueEvent } from '../../domain/index.ts'
import type { PlacedEvent } from '../place.ts'
import { UnreadableBlock } from '../unreadable-block.ts'
import type { Workspace } from '../workspace.ts'
import { foldBondSettled } from './bond-settled.ts'
import { foldChunkSwept } from './chunk-swept.ts'
import { foldCommitWorkedOff } from './commit-worked-off.ts'
import { foldEventDeployed } from './event-deployed.ts'
import { foldFeeCharged } from './fee-charged.ts'
import { foldFeesPaid } from './fees-paid.ts'
import type { Fold } from './fold.ts'
import { foldMarketDeployed } from './market-deployed.ts'
import { foldMarketStateChanged } from './market-state-changed.ts'
import { foldDeskEvent } from './no-rows.ts'
import { foldOrderCancelled } from './order-cancelled.ts'
import { foldOrderExpires } from './order-expires.ts'
import { foldOrderFilled } from './order-filled.ts'
import { foldOrderPlaced } from './order-placed.ts'
import { foldOrderReleased } from './order-released.ts'
import { foldOutcomeDisputed } from './outcome-disputed.ts'
import { foldOutcomeSubmitted } from './outcome-submitted.ts'
import { foldPairsMerged, foldPairsSplit } from './pairs.ts'
import { foldParlayOffered } from './parlay-offered.ts'
import { foldParlayRefunded } from './parlay-refunded.ts'
import { foldParlaySettled } from './parlay-settled.ts'
import { foldParlayTaken } from './parlay-taken.ts'
import { foldPeriodClosed } from './period-closed.ts'
import { foldPeriodFrozen } from './period-frozen.ts'
import { foldPeriodOpened } from './period-opened.ts'
import { foldPositionSettled } from './position-settled.ts'
import { foldProposalAccepted } from './proposal-accepted.ts'
import { foldProposalCreated } from './proposal-created.ts'
import { foldProposalLeg } from './proposal-leg.ts'
import { foldProposalRefunded } from './proposal-refunded.ts'
import { foldProposalTexts } from './proposal-texts.ts'
import { foldRoundClosed } from './round-closed.ts'
import { foldRoundFinalized } from './round-finalized.ts'
import { foldRoundOpened } from './round-opened.ts'
import { foldSlashed } from './slashed.ts'
import { foldSlashesForfeited } from './slashes-forfeited.ts'
import { foldStaked } from './staked.ts'
import { foldSubmissionClosed } from './submission-closed.ts'
import { foldSubmitterPaid } from './submitter-paid.ts'
import { foldUnlockStarted } from './unlock-started.ts'
import { foldVoteCast } from './vote-cast.ts'
import { foldVoteCommitted } from './vote-committed.ts'
import { foldVoteRevealed } from './vote-revealed.ts'
import { foldWithdrawn } from './withdrawn.ts'

type Folds = { readonly [T in VenueEvent['type']]: Fold<Extract<VenueEvent, { type: T }>> }

/** Every event of the venue and the fold that knows it. A new event does not compile until it has one. */
const folds: Folds = {
  BondSettled: foldBondSettled,
  ChunkSwept: foldChunkSwept,
  CommitWorkedOff: foldCommitWorkedOff,
  EventDeployed: foldEventDeployed,
  FeeCharged: foldFeeCharged,
  FeesPaid: foldFeesPaid,
  LiquidityAdded: foldDeskEvent,
  LiquidityRemoved: foldDeskEvent,
  MarketDeployed: foldMarketDeployed,
  MarketStateChanged: foldMarketStateChanged,
  NativeBought: foldDeskEvent,
  NativeSold: foldDeskEvent,
  OrderCancelled: foldOrderCancelled,
  OrderExpires: foldOrderExpires,
  OrderFilled: foldOrderFilled,
  OrderPlaced: foldOrderPlaced,
  OrderReleased: foldOrderReleased,
  OutcomeDisputed: foldOutcomeDisputed,
  OutcomeSubmitted: foldOutcomeSubmitted,
  PairsMerged: foldPairsMerged,
  PairsSplit: foldPairsSplit,
  ParlayOffered: foldParlayOffered,
  ParlayRefunded: foldParlayRefunded,
  ParlaySettled: foldParlaySettled,
  ParlayTaken: foldParlayTaken,
  PeriodClosed: foldPeriodClosed,
  PeriodFrozen: foldPeriodFrozen,
  PeriodOpened: foldPeriodOpened,
  PositionSettled: foldPositionSettled,
  ProposalAccepted: foldProposalAccepted,
  ProposalCreated: foldProposalCreated,
  ProposalLeg: foldProposalLeg,
  ProposalRefunded: foldProposalRefunded,
  ProposalTexts: foldProposalTexts,
  RoundClosed: foldRoundClosed,
  RoundFinalized: foldRoundFinalized,
  RoundOpened: foldRoundOpened,
  Slashed: foldSlashed,
  SlashesForfeited: foldSlashesForfeited,
  Staked: foldStaked,
  SubmissionClosed: foldSubmissionClosed,
  SubmitterPaid: foldSubmitterPaid,
  UnlockStarted: foldUnlockStarted,
  VoteCast: foldVoteCast,
  VoteCommitted: foldVoteCommitted,
  VoteRevealed: foldVoteRevealed,
  Withdrawn: foldWithdrawn,
}

/** Whatever goes wrong in a fold is a Bug and says where: the same block would fail again for ever. */
export function foldEvent({ event, place }: PlacedEvent, rows: Workspace): void {
  const fold = folds[event.type] as Fold<VenueEvent> // the table pairs each type with its own fold
  try {
    fold(event, place, rows)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const text = `${event.type} in transaction ${place.txId} of block ${place.height}: ${why}`
    throw new UnreadableBlock(place.height, text, { cause })
  }
}
