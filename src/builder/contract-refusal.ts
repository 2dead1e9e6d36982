import { findRefusal } from '../bindings/index.ts'
import type { ScriptFailure } from '../chain/index.ts'
import { type ErrorCode, refuse } from '../domain/index.ts'
import type { Refusal } from '../kit/index.ts'

interface Row {
  readonly code?: ErrorCode
  readonly reason?: string
  readonly message: string
}

/**
 * What a contract's refusal means to a caller, by its name. What is not listed is STATE_CONFLICT with the name itself as
 * reason, in the spelling of reasons. Names that a caller cannot cause (bad encodings, foreign callers) stay unlisted.
 */
const table: Readonly<Record<string, Row>> = {
  'Market.TradingEnded': { code: 'MARKET_CLOSED', message: 'trading on this market has ended' },
  'Market.AlreadyResolved': { code: 'MARKET_CLOSED', message: 'the market is resolved' },
  'Market.CannotFill': { reason: 'cannot_fill', message: 'the book cannot fill this order whole' },
  'Market.NoSuchOrder': { reason: 'order_not_open', message: 'the order is filled or cancelled' },
  'Market.NotTheOwner': { code: 'NOT_FOUND', message: 'the signer has no such order on this market' },
  'Market.PlacedInThisBlock': {
    reason: 'placed_in_this_block',
    message: 'an order can be cancelled from the block after its own on',
  },
  'Market.Expired': { reason: 'expired', message: 'the deadline of this transaction has passed' },
  'Market.OtherSubject': {
    reason: 'subject_changed',
    message: 'the address stands for another question than it did when this was built',
  },
  'Market.BadExpiry': {
    reason: 'bad_expiry',
    message: 'expiresAt lies after the block that places the order',
  },
  'Market.NotResolved': { reason: 'not_resolved', message: 'the market is not resolved yet' },
  'Market.NoPosition': { reason: 'nothing_to_settle', message: 'the wallet has no unsettled position here' },
  'Parlays.NoSuchMarket': { code: 'NOT_FOUND', message: 'a leg is no market of this venue' },
  'Parlays.LegClosed': { code: 'MARKET_CLOSED', message: 'trading on a leg has ended' },
  'Parlays.BadExpiry': {
    reason: 'bad_expiry',
    message: 'an offer expires after now and not after its earliest leg ends',
  },
  'Parlays.NoSuchParlay': { reason: 'parlay_not_open', message: 'the offer is gone' },
  'Parlays.OwnOffer': { reason: 'own_offer', message: 'an offer is taken by somebody else than its maker' },
  'Parlays.AlreadyTaken': { reason: 'already_taken', message: 'the offer is taken' },
  'Parlays.OfferExpired': { reason: 'expired', message: 'the offer has expired' },
  'Parlays.Expired': { reason: 'expired', message: 'the deadline of this transaction has passed' },
  'Parlays.OtherSubject': {
    reason: 'subject_changed',
    message: 'the number stands for another offer or question than it did when this was built',
  },
  'Desk.Expired': { reason: 'expired', message: 'the deadline of this transaction has passed' },
  'Desk.NoLiquidity': { reason: 'no_liquidity', message: 'the desk has not that much native coin' },
  'Desk.TooDear': { reason: 'swap_too_dear', message: 'the native coin costs more than maxSwap' },
  'Parlays.NotExpired': {
    reason: 'not_expired',
    message: 'until it expires only its maker takes an offer back',
  },
  'Parlays.OfferedInThisBlock': {
    reason: 'offered_in_this_block',
    message: 'an offer can be cancelled from the block after its own on',
  },
  'Vault.Expired': { reason: 'expired', message: 'the deadline of this transaction has passed' },
  'Vault.StakeTooLarge': { reason: 'stake_too_large', message: 'a stake is at most 2^128 base units' },
  'Vault.NoStake': { reason: 'no_stake', message: 'the wallet has no stake' },
  'Vault.UnlockRunning': { reason: 'unlock_running', message: 'one unlock request at a time' },
  'Vault.NoUnlockRequest': { reason: 'no_unlock_request', message: 'the wallet has no unlock request' },
  'Vault.TimelockRunning': { reason: 'timelock_running', message: 'the timelock is still running' },
  'Vault.CommitsOpen': { reason: 'commits_open', message: 'a commit of this wallet is not worked off yet' },
  'Vault.TierTooLow': { reason: 'tier_too_low', message: 'this needs the Iron tier or better' },
  'Vault.TooManyProposals': {
    reason: 'too_many_proposals',
    message: 'a wallet has at most 25 open proposals',
  },
  'Vault.AlreadyVoted': {
    reason: 'already_voted',
    message: 'the wallet has voted for this proposal already',
  },
  'Vault.TooManyVotes': {
    reason: 'too_many_votes',
    message: 'a wallet votes for at most 8 proposals a period',
  },
  'Vault.TooManyCommits': { reason: 'too_many_commits', message: 'a wallet has at most 100 open commits' },
  'Vault.StakeAtRisk': {
    reason: 'stake_at_risk',
    message: 'the open commits of this wallet already put its whole stake at risk',
  },
  'Vault.EntryRemovedInThisBlock': {
    reason: 'entry_removed_in_this_block',
    message: 'the stake entry was removed in this block; the next block takes a deposit again',
  },
  'Voting.Expired': { reason: 'expired', message: 'the deadline of this transaction has passed' },
  'Voting.OtherSubject': {
    reason: 'subject_changed',
    message: 'the number stands for another proposal than it did when this was built',
  },
  'Voting.PeriodEnding': {
    reason: 'period_ending',
    message: 'proposals are refused in the last quarter of a period',
  },
  'Voting.NoSuchProposal': { reason: 'proposal_not_pending', message: 'the proposal is decided and gone' },
  'Voting.PeriodOver': { reason: 'period_over', message: 'the voting period of this proposal is over' },
  'Voting.TooManyProposals': { reason: 'too_many_proposals', message: 'the period has no room left' },
  'Oracle.NoSuchMarket': { code: 'NOT_FOUND', message: 'this is no market of this venue' },
  'Oracle.MarketOpen': { reason: 'market_open', message: 'trading on this market has not ended yet' },
  'Oracle.AlreadySubmitted': {
    reason: 'already_submitted',
    message: 'an outcome is submitted or disputed already',
  },
  'Oracle.MarketResolved': { code: 'MARKET_CLOSED', message: 'the market is resolved' },
  'Oracle.NotProposed': { reason: 'not_proposed', message: 'there is no submission or result to dispute' },
  'Oracle.WrongSubmission': { reason: 'wrong_submission', message: 'another submission has taken its place' },
  'Oracle.DisputeWindowOver': { reason: 'dispute_window_closed', message: 'the dispute window is closed' },
  'Oracle.NoDispute': { reason: 'no_dispute', message: 'the market is not disputed' },
  'Oracle.WrongRound': { reason: 'wrong_round', message: 'another round is running' },
  'Oracle.CommitWindowOver': { reason: 'commit_window_closed', message: 'the commit window is closed' },
  'Oracle.PartyToDispute': {
    reason: 'party_to_dispute',
    message: 'who holds a bond of this case does not vote on it',
  },
  'Oracle.Expired': { reason: 'expired', message: 'the deadline of this transaction has passed' },
  'Oracle.OtherSubject': {
    reason: 'subject_changed',
    message: 'the number stands for another market than it did when this was built',
  },
  'Oracle.OtherOutcome': { reason: 'outcome_changed', message: 'what stands is not what was disputed' },
  'Oracle.BondAboveMax': { reason: 'bond_above_max', message: 'the bond is higher than what was approved' },
  'Oracle.AlreadyBonded': { reason: 'already_bonded', message: 'a wallet holds at most one bond in a case' },
  'Oracle.HasTraded': { reason: 'has_traded', message: 'who traded on a market does not vote on it' },
  'Oracle.AlreadyCommitted': {
    reason: 'already_committed',
    message: 'the wallet has committed in this round',
  },
  'Oracle.RevealNotOpen': { reason: 'reveal_not_open', message: 'reveals are taken after the commit window' },
  'Oracle.RevealWindowOver': { reason: 'reveal_window_closed', message: 'the reveal window is closed' },
  'Oracle.NoCommit': { reason: 'no_commit', message: 'the voter has no commit in this round' },
  'Oracle.AlreadyRevealed': { reason: 'already_revealed', message: 'the vote is revealed already' },
  'Oracle.HashMismatch': {
    reason: 'hash_mismatch',
    message: 'vote and salt do not give the committed hash',
  },
}

/** The reason of failures that no contract of ours has a name for. */
export const UNEXPLAINED = 'contract_refused'

/** The name of the refusal behind a failed script, `Vault.AlreadyVoted`, or null when it was none of our contracts'. */
export function nameOfFailure(failure: ScriptFailure): string | null {
  const refusal = failure.errorCode === null ? null : findRefusal(failure.errorCode)
  return refusal === null ? null : `${refusal.contract}.${refusal.name}`
}

/** A failed simulation as the caller is told of it: never a fault of ours, always by name. */
export function fromFailure(
  failure: ScriptFailure,
  details: Readonly<Record<string, unknown>> = {},
): Refusal {
  const name = nameOfFailure(failure)
  if (name === null) {
    const message = 'the contract would refuse this transaction now'
    const refusal = refuse('STATE_CONFLICT', { reason: UNEXPLAINED, ...details }, message)
    // For the log: whatever the node wrote is not for callers.
    refusal.cause = failure.text
    return refusal
  }
  const row = table[name]
  const code = row?.code ?? 'STATE_CONFLICT'
  const reason = row?.reason ?? snakeCase(name.slice(name.indexOf('.') + 1))
  const message = row?.message ?? `the contract would refuse this transaction: ${reason.replaceAll('_', ' ')}`
  return refuse(code, code === 'STATE_CONFLICT' ? { reason, ...details } : details, message)
}

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter, at) => (at === 0 ? '' : '_') + letter.toLowerCase())
