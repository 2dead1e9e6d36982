import type { Refusal } from '../kit/index.ts'
import { refuse } from './codes.ts'

interface Meaning {
  readonly meaning: string
  /** What stands in `details` besides the reason, where the service knows it before the contract is asked. */
  readonly facts?: string
}

/** Every reason of a STATE_CONFLICT: docs/errors.md is made from this table, and no other reason compiles. */
export const conflictReasons = {
  already_bonded: { meaning: 'the wallet holds a bond in this case' },
  already_committed: { meaning: 'the wallet has committed in this round' },
  already_revealed: { meaning: 'the vote is revealed' },
  already_submitted: { meaning: 'an outcome is submitted or disputed', facts: '`marketAddress`, `state`' },
  already_taken: { meaning: 'somebody took the parlay offer', facts: '`parlayId`' },
  already_voted: { meaning: 'the wallet has voted for this proposal' },
  bad_expiry: {
    meaning: 'an order or offer would end before it begins, or after its earliest leg',
    facts: '`latest`',
  },
  bond_above_max: { meaning: 'the bond is higher than what was approved' },
  cannot_fill: { meaning: 'the book cannot fill this order whole' },
  commit_window_closed: { meaning: 'commits are no longer taken', facts: '`commitEndsAt`' },
  commits_open: { meaning: 'a commit of this wallet is not worked off yet' },
  contract_refused: {
    meaning: 'the contract would refuse, for a reason no caller can cause by itself',
    facts: '`error`: the contract’s name for it, where it has one',
  },
  dispute_window_closed: { meaning: 'it can no longer be disputed', facts: '`disputeEndsAt`' },
  entry_removed_in_this_block: { meaning: 'the next block takes a deposit again' },
  expired: { meaning: 'the offer, or the deadline of the transaction, has passed', facts: '`parlayId`' },
  has_traded: { meaning: 'who traded on a market does not vote on it' },
  hash_mismatch: {
    meaning: 'vote and salt do not give the committed hash',
    facts: '`voteRound`, `voter`, where a reveal is handed to the relay',
  },
  key_limit: { meaning: 'the wallet has as many active keys as it may', facts: '`limit`' },
  market_open: { meaning: 'trading on this market has not ended yet', facts: '`marketAddress`, `state`' },
  no_commit: { meaning: 'the voter has no commit in this round' },
  no_dispute: { meaning: 'the market is not disputed', facts: '`marketAddress`, `state`' },
  no_liquidity: {
    meaning: 'the desk has not that much native coin',
    facts: '`required`, `available`, in native base units',
  },
  no_open_orders: { meaning: 'the signer has no resting order on this market', facts: '`marketAddress`' },
  no_stake: { meaning: 'the wallet has no stake' },
  no_unlock_request: { meaning: 'the wallet has no unlock request' },
  not_expired: {
    meaning: 'until it expires only its maker takes an offer back',
    facts: '`parlayId`, `expiresAt`',
  },
  not_proposed: { meaning: 'there is no submission or result to dispute', facts: '`marketAddress`, `state`' },
  not_resolved: { meaning: 'the market is not resolved yet', facts: '`marketAddress`' },
  nothing_to_settle: { meaning: 'the wallet has no unsettled position here', facts: '`marketAddress`' },
  nothing_would_rest: {
    meaning: 'no order of the quote would rest',
    facts: '`reasons`: why, order by order',
  },
  offered_in_this_block: { meaning: 'an offer can be cancelled from the block after its own on' },
  order_not_open: { meaning: 'the order is filled or cancelled', facts: '`orderId`' },
  outcome_changed: { meaning: 'what stands is not what was disputed' },
  own_offer: { meaning: 'an offer is taken by somebody else than its maker' },
  parlay_not_open: { meaning: 'the offer is gone', facts: '`parlayId`' },
  party_to_dispute: { meaning: 'who holds a bond of this case does not vote on it' },
  period_ending: { meaning: 'proposals are refused in the last quarter of a period' },
  period_over: { meaning: 'the voting period of this proposal is over', facts: '`proposalId`' },
  placed_in_this_block: { meaning: 'an order can be cancelled from the block after its own on' },
  proposal_not_pending: { meaning: 'the proposal is decided', facts: '`proposalId`' },
  reveal_not_open: { meaning: 'reveals are taken after the commit window', facts: '`commitEndsAt`' },
  reveal_window_closed: { meaning: 'reveals are no longer taken', facts: '`revealEndsAt`' },
  stake_at_risk: { meaning: 'the open commits of this wallet put its whole stake at risk' },
  stake_too_large: { meaning: 'a stake is at most 2^128 base units' },
  subject_changed: { meaning: 'the address or number stands for something else than when this was built' },
  swap_too_dear: {
    meaning: 'the native coin costs more than maxSwap',
    facts: '`price`, `maxSwap`, in collateral base units',
  },
  tier_too_low: { meaning: 'this needs the Iron tier or better' },
  timelock_running: { meaning: 'the timelock is still running' },
  too_many_coins: {
    meaning: 'the amount is spread over more coins than one transaction can spend',
    facts: '`coins`, `coinsMax`',
  },
  too_many_commits: { meaning: 'a wallet has at most 100 open commits' },
  too_many_proposals: { meaning: 'the wallet, or the period, has no room left' },
  too_many_votes: { meaning: 'a wallet votes for at most 8 proposals a period' },
  too_much_gas: { meaning: 'this needs more gas than one transaction may have', facts: '`gasMax`' },
  unlock_running: { meaning: 'one unlock request at a time', facts: '`unlockAt`' },
  would_cross: { meaning: 'a post-only order would cross the book', facts: '`marketAddress`' },
  would_not_rest: {
    meaning: 'an order rests with at least one share',
    facts: '`marketAddress`, `minimum` in base units',
  },
  wrong_round: { meaning: 'another round is running', facts: '`voteRound`: the one that runs' },
  wrong_submission: { meaning: 'another submission has taken its place' },
} as const satisfies Readonly<Record<string, Meaning>>

export type ConflictReason = keyof typeof conflictReasons

export const isConflictReason = (text: string): text is ConflictReason => Object.hasOwn(conflictReasons, text)

/** Refuses STATE_CONFLICT: the reason is for programs, the message for people, the facts for both. */
export const conflict = (
  reason: ConflictReason,
  message: string,
  facts: Readonly<Record<string, unknown>>,
): Refusal => refuse('STATE_CONFLICT', { reason, ...facts }, message)
