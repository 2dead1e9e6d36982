import {
  amount,
  defineTable,
  fixed,
  flag,
  int,
  json,
  nullable,
  type RowOf,
  text,
  texts,
  word,
} from './define-table.ts'

/** Stakes, periods, proposals and votes: migration 000004. */
export const stakes = defineTable('stakes', ['wallet'], {
  wallet: text,
  staked: amount,
  unlocking: amount,
  unlockAtMs: nullable(int),
  updatedAtMs: int,
})
export type StakeRow = RowOf<typeof stakes>

/** One row: what all stakes are together. */
export const vaultTotals = defineTable('vault_totals', ['id'], { id: int, wholeWeight: int })

export const periods = defineTable('periods', ['id'], {
  id: int,
  startsAtMs: fixed(int),
  endsAtMs: fixed(int),
  opener: fixed(text),
  proposalCount: int,
  acceptedCount: nullable(int),
  frozenAtMs: nullable(int),
  closedAtMs: nullable(int),
})
export type PeriodRow = RowOf<typeof periods>

export type Metadata = Readonly<Record<string, unknown>>

export interface LegTexts {
  readonly question: string
  readonly imageUrl: string | null
  readonly metadata: Metadata | null
}

export const proposals = defineTable('proposals', ['id'], {
  id: int,
  periodId: fixed(int),
  kind: fixed(word<'single' | 'linked'>()),
  proposer: fixed(text),
  status: word<'pending' | 'accepted' | 'rejected'>(),
  question: text,
  category: text,
  rules: nullable(text),
  resolutionSources: nullable(text),
  imageUrl: nullable(text),
  tags: texts,
  metadata: nullable(json<Metadata>()),
  legs: json<readonly LegTexts[]>(),
  legCount: fixed(int),
  deployedCount: int,
  eventId: nullable(int),
  endsAtMs: fixed(int),
  creatorShare: int,
  textHash: fixed(text),
  deposit: fixed(amount),
  voteCount: amount,
  uniqueVoters: int,
  isWinner: nullable(flag),
  finalVoteCount: nullable(amount),
  txId: fixed(text),
  createdAtMs: fixed(int),
  updatedAtMs: int,
  finalizedAtMs: nullable(int),
  rejectedAtMs: nullable(int),
  lastVoteAtMs: nullable(int),
  refundedAtMs: nullable(int),
})
export type ProposalRow = RowOf<typeof proposals>

export const votes = defineTable('votes', ['proposalId', 'voter'], {
  proposalId: int,
  voter: text,
  periodId: fixed(int),
  weight: fixed(int),
  txId: fixed(text),
  votedAtMs: fixed(int),
  id: fixed(int),
})
export type VoteRow = RowOf<typeof votes>
