import { findRefusal } from '../bindings/index.ts'
import type { ScriptFailure } from '../chain/index.ts'
import { type ConflictReason, conflict, type ErrorCode, isConflictReason, refuse } from '../domain/index.ts'
import type { Refusal } from '../kit/index.ts'

interface Row {
  readonly code?: ErrorCode
  readonly reason?: ConflictReason
  readonly message: string
}

/**
 * What a contract's refusal means to a caller, by its name. A sentence alone is a STATE_CONFLICT
 * with the name itself as reason, in the spelling of reasons. Names that a caller cannot cause (bad encodings, foreign callers)
 * stay unlisted: they are told as `error`.
 */
export const refusalRows: Readonly<Record<string, Row | string>> = {
  'Market.TradingEnded': { code: 'MARKET_CLOSED', message: 'trading on this market has ended' },
  'Market.AlreadyResolved': { code: 'MARKET_CLOSED', message: 'the market is resolved' },
  'Market.CannotFill': 'the book cannot fill this order whole',
  'Market.NoSuchOrder': { reason: 'order_not_open', message: 'the order is filled or cancelled' },
  'Market.NotTheOwner': { code: 'NOT_FOUND', message: 'the signer has no such order on this market' },
  'Market.PlacedInThisBlock': 'an order can be cancelled from the block after its own on',
  'Market.Expired': 'the deadline of this transaction has passed',
  'Market.OtherSubject': {
    reason: 'subject_changed',
    message: 'the address stands for another question than it did when this was built',
  },
  'Market.BadExpiry': 'expiresAt lies after the block that places the order',
  'Market.NotResolved': 'the market is not resolved yet',
  'Market.NoPosition': { reason: 'nothing_to_settle', message: 'the wallet has no unsettled position here' },
  'Parlays.NoSuchMarket': { code: 'NOT_FOUND', message: 'a leg is no market of this venue' },
  'Parlays.LegClosed': { code: 'MARKET_CLOSED', message: 'trading on a leg has ended' },
  'Parlays.BadExpiry': 'an offer expires after now and not after its earliest leg ends',
  'Parlays.NoSuchParlay': { reason: 'parlay_not_open', message: 'the offer is gone' },
  'Parlays.OwnOffer': 'an offer is taken by somebody else than its maker',
  'Parlays.AlreadyTaken': 'the offer is taken',
  'Parlays.OfferExpired': { reason: 'expired', message: 'the offer has expired' },
  'Parlays.Expired': 'the deadline of this transaction has passed',
  'Parlays.OtherSubject': {
    reason: 'subject_changed',
    message: 'the number stands for another offer or question than it did when this was built',
  },
  'Desk.Expired': 'the deadline of this transaction has passed',
  'Desk.NoLiquidity': 'the desk has not that much native coin',
  'Desk.TooDear': { reason: 'swap_too_dear', message: 'the native coin costs more than maxSwap' },
  'Parlays.NotExpired': 'until it expires only its maker takes an offer back',
  'Parlays.OfferedInThisBlock': 'an offer can be cancelled from the block after its own on',
  'Vault.Expired': 'the deadline of this transaction has passed',
  'Vault.StakeTooLarge': 'a stake is at most 2^128 base units',
  'Vault.NoStake': 'the wallet has no stake',
  'Vault.UnlockRunning': 'one unlock request at a time',
  'Vault.NoUnlockRequest': 'the wallet has no unlock request',
  'Vault.TimelockRunning': 'the timelock is still running',
  'Vault.CommitsOpen': 'a commit of this wallet is not worked off yet',
  'Vault.TierTooLow': 'this needs the Iron tier or better',
  'Vault.TooManyProposals': 'a wallet has at most 25 open proposals',
  'Vault.AlreadyVoted': 'the wallet has voted for this proposal already',
  'Vault.TooManyVotes': 'a wallet votes for at most 8 proposals a period',
  'Vault.TooManyCommits': 'a wallet has at most 100 open commits',
  'Vault.StakeAtRisk': 'the open commits of this wallet already put its whole stake at risk',
  'Vault.EntryRemovedInThisBlock':
    'the stake entry was removed in this block; the next block takes a deposit again',
  'Voting.Expired': 'the deadline of this transaction has passed',
  'Voting.OtherSubject': {
    reason: 'subject_changed',
    message: 'the number stands for another proposal than it did when this was built',
  },
  'Voting.PeriodEnding': 'proposals are refused in the last quarter of a period',
  'Voting.NoSuchProposal': { reason: 'proposal_not_pending', message: 'the proposal is decided and gone' },
  'Voting.PeriodOver': 'the voting period of this proposal is over',
  'Voting.TooManyProposals': 'the period has no room left',
  'Oracle.NoSuchMarket': { code: 'NOT_FOUND', message: 'this is no market of this venue' },
  'Oracle.MarketOpen': 'trading on this market has not ended yet',
  'Oracle.AlreadySubmitted': 'an outcome is submitted or disputed already',
  'Oracle.MarketResolved': { code: 'MARKET_CLOSED', message: 'the market is resolved' },
  'Oracle.NotProposed': 'there is no submission or result to dispute',
  'Oracle.WrongSubmission': 'another submission has taken its place',
  'Oracle.DisputeWindowOver': { reason: 'dispute_window_closed', message: 'the dispute window is closed' },
  'Oracle.NoDispute': 'the market is not disputed',
  'Oracle.WrongRound': 'another round is running',
  'Oracle.CommitWindowOver': { reason: 'commit_window_closed', message: 'the commit window is closed' },
  'Oracle.PartyToDispute': 'who holds a bond of this case does not vote on it',
  'Oracle.Expired': 'the deadline of this transaction has passed',
  'Oracle.OtherSubject': {
    reason: 'subject_changed',
    message: 'the number stands for another market than it did when this was built',
  },
  'Oracle.OtherOutcome': { reason: 'outcome_changed', message: 'what stands is not what was disputed' },
  'Oracle.BondAboveMax': 'the bond is higher than what was approved',
  'Oracle.AlreadyBonded': 'a wallet holds at most one bond in a case',
  'Oracle.HasTraded': 'who traded on a market does not vote on it',
  'Oracle.AlreadyCommitted': 'the wallet has committed in this round',
  'Oracle.RevealNotOpen': 'reveals are taken after the commit window',
  'Oracle.RevealWindowOver': { reason: 'reveal_window_closed', message: 'the reveal window is closed' },
  'Oracle.NoCommit': 'the voter has no commit in this round',
  'Oracle.AlreadyRevealed': 'the vote is revealed already',
  'Oracle.HashMismatch': 'vote and salt do not give the committed hash',
}

/** The reason of failures that no contract of ours has a name for. */
export const UNEXPLAINED = 'contract_refused'

/** The name of the refusal behind a failed script, `Vault.AlreadyVoted`, or null when it was none of our contracts'. */
export function nameOfFailure(failure: ScriptFailure): string | null {
  const refusal = failure.errorCode === null ? null : findRefusal(failure.errorCode)
  return refusal === null ? null : `${refusal.contract}.${refusal.name}`
}

/** A failed simulation as the caller is told of it: never a fault of ours, always by name. */
export function fromFailure(failure: ScriptFailure, details: Readonly<Record<string, unknown>>): Refusal {
  const name = nameOfFailure(failure)
  if (name === null) {
    const message = 'the contract would refuse this transaction now'
    const refusal = conflict(UNEXPLAINED, message, details)
    // For the log: whatever the node wrote is not for callers.
    refusal.cause = failure.text
    return refusal
  }
  const found = refusalRows[name]
  const row: Row | undefined = typeof found === 'string' ? { message: found } : found
  const code = row?.code ?? 'STATE_CONFLICT'
  const error = snakeCase(name.slice(name.indexOf('.') + 1))
  const message = row?.message ?? `the contract would refuse this transaction: ${error.replaceAll('_', ' ')}`
  if (code !== 'STATE_CONFLICT') return refuse(code, details, message)
  const reason = row?.reason ?? error
  return row !== undefined && isConflictReason(reason)
    ? conflict(reason, message, details)
    : conflict(UNEXPLAINED, message, { error, ...details })
}

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter, at) => (at === 0 ? '' : '_') + letter.toLowerCase())
