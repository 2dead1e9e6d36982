import type { SubmissionClosed } from '../../domain/index.ts'
import { amount, defineTable, fixed, int, nullable, type RowOf, text, word } from './define-table.ts'

/** Submissions, bonds, rounds and commits: migration 000012. */
export const submissions = defineTable('submissions', ['marketId', 'submission'], {
  marketId: int,
  submission: int,
  submitter: fixed(text),
  outcome: fixed(int),
  bond: amount,
  submittedAtMs: fixed(int),
  disputeEndsAtMs: fixed(int),
  disputer: nullable(text),
  disputedAtMs: nullable(int),
  result: nullable(word<SubmissionClosed['result']>()),
  winners: nullable(int),
  stakePool: nullable(amount),
  bondPool: nullable(amount),
  toTreasury: nullable(amount),
  forfeited: amount,
  closedAtMs: nullable(int),
  txId: fixed(text),
})
export type SubmissionRow = RowOf<typeof submissions>

export const bonds = defineTable('bonds', ['marketId', 'submission', 'place'], {
  marketId: int,
  submission: int,
  place: int,
  holder: fixed(text),
  disputed: fixed(nullable(int)),
  bond: amount,
  postedAtMs: fixed(int),
  txId: fixed(text),
  paid: nullable(amount),
})

export const rounds = defineTable('rounds', ['marketId', 'round'], {
  marketId: int,
  round: int,
  submission: fixed(int),
  attempt: fixed(int),
  appeal: fixed(int),
  openedAtMs: fixed(int),
  commitEndsAtMs: fixed(int),
  revealEndsAtMs: fixed(int),
  quorum: fixed(int),
  commitCount: int,
  revealCount: int,
  workedOffCount: int,
  weightYes: int,
  weightNo: int,
  weightEarly: int,
  result: nullable(int),
  appealEndsAtMs: nullable(int),
  finalizedAtMs: nullable(int),
  closedAtMs: nullable(int),
})
export type RoundRow = RowOf<typeof rounds>

export const commits = defineTable('commits', ['id'], {
  id: int,
  marketId: fixed(int),
  round: fixed(int),
  voter: fixed(text),
  commitHash: fixed(text),
  weight: fixed(int),
  stake: fixed(amount),
  slash: fixed(amount),
  vote: int,
  salt: nullable(text),
  commitTxId: fixed(text),
  revealTxId: nullable(text),
  committedAtMs: fixed(int),
  revealedAtMs: nullable(int),
  workedOffAtMs: nullable(int),
  slashed: nullable(amount),
  stakeReward: nullable(amount),
  bondReward: nullable(amount),
})
export type CommitRow = RowOf<typeof commits>
