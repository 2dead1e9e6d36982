import type { Outcome, VoteChoice } from '../../domain/index.ts'
import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** States the outcome of a closed market, with a bond. */
export function submitOutcome(call: {
  readonly oracleId: string
  readonly collateralId: string
  /** The most the caller puts up; the contract takes what is due. */
  readonly maxBond: bigint
  readonly marketNumber: number
  /** What the market's number stands for. */
  readonly subject: string
  readonly outcome: Outcome
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'submit',
    args: {
      marketId: BigInt(call.marketNumber),
      subject: call.subject,
      outcome: call.outcome === 'yes' ? 1n : 2n,
      maxBond: call.maxBond,
      deadline: BigInt(call.deadlineMs),
    },
    attoAlph: ENTRY_DEPOSIT,
    tokens: [{ id: call.collateralId, amount: call.maxBond }],
    // What the bond is less than allowed comes back.
    outputs: 1,
  })
}

/** Contradicts the submission or the round's result the caller saw, and pays for the round it opens. */
export function disputeOutcome(call: {
  readonly oracleId: string
  readonly collateralId: string
  /** The most the caller puts up; the contract takes what is due. */
  readonly maxBond: bigint
  readonly marketNumber: number
  /** What the market's number stands for. */
  readonly subject: string
  readonly submission: number
  /** The last round there was; 0 before the first. */
  readonly round: number
  /** What stands, and is said to be false. */
  readonly outcome: VoteChoice
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'dispute',
    args: {
      marketId: BigInt(call.marketNumber),
      subject: call.subject,
      submission: BigInt(call.submission),
      round: BigInt(call.round),
      outcome: BigInt(call.outcome),
      maxBond: call.maxBond,
      deadline: BigInt(call.deadlineMs),
    },
    attoAlph: ENTRY_DEPOSIT,
    tokens: [{ id: call.collateralId, amount: call.maxBond }],
    // What the bond is less than allowed comes back, and to the submitter what its own is too much.
    outputs: 2,
  })
}

/** A vote nobody can read yet, in the round the caller saw; commitHash makes the hash. */
export function commitVote(call: {
  readonly oracleId: string
  readonly marketNumber: number
  /** What the market's number stands for. */
  readonly subject: string
  readonly round: number
  readonly commitHash: string
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'commit',
    args: {
      marketId: BigInt(call.marketNumber),
      subject: call.subject,
      round: BigInt(call.round),
      commitHash: call.commitHash,
      deadline: BigInt(call.deadlineMs),
    },
    attoAlph: ENTRY_DEPOSIT,
  })
}

/** Opens a voter's commit; whoever knows the salt may call it. */
export function revealVote(call: {
  readonly oracleId: string
  readonly marketNumber: number
  readonly round: number
  readonly voter: string
  readonly vote: VoteChoice
  readonly salt: string
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'reveal',
    args: {
      marketId: BigInt(call.marketNumber),
      round: BigInt(call.round),
      voter: call.voter,
      choice: BigInt(call.vote),
      salt: call.salt,
      deadline: BigInt(call.deadlineMs),
    },
  })
}

/** Four bonds, and the market pays the submitter. */
const FINAL_PAYMENTS_MAX = 5

/** Ends a window or a round that has run its time; anybody may call it. It brings the deposit of the second round. */
export function finalizeMarket(call: {
  readonly oracleId: string
  readonly marketNumber: number
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'finalize',
    args: { marketId: BigInt(call.marketNumber) },
    attoAlph: ENTRY_DEPOSIT,
    outputs: FINAL_PAYMENTS_MAX,
  })
}

/** Voids a market that has been closed for very long without a submission; anybody may call it. */
export function voidMarket(call: { readonly oracleId: string; readonly marketNumber: number }): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'voidMarket',
    args: { marketId: BigInt(call.marketNumber) },
  })
}

/** A reward in stake tokens and one in collateral. */
const REWARDS_MAX = 2

/** Slashes or rewards one voter of a submission that is over; anybody may call it. */
export function workOffCommit(call: {
  readonly oracleId: string
  readonly marketNumber: number
  readonly round: number
  readonly voter: string
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'workOff',
    args: { marketId: BigInt(call.marketNumber), round: BigInt(call.round), voter: call.voter },
    outputs: REWARDS_MAX,
  })
}
