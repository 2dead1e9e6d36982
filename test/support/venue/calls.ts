import {
  type CommitSecret,
  castVote,
  commitHash,
  commitVote,
  type Deployment,
  deployMarket,
  depositStake,
  disputeOutcome,
  finalizeMarket,
  freezePeriod,
  type LegTexts,
  marketIdOf,
  type ProposeLinked,
  type ProposeSingle,
  proposeLinked,
  proposeSingle,
  refundProposal,
  revealVote,
  submitOutcome,
  unlockStake,
  voidMarket,
  withdrawStake,
  workOffCommit,
} from '../../../src/bindings/index.ts'
import type { Outcome } from '../../../src/domain/index.ts'

/** A voter's secret in one round of one market, by number. */
export interface Ballot extends Omit<CommitSecret, 'marketId'> {
  readonly marketNumber: number
}

/** What calls say beside what a test is about. */
export interface Surroundings {
  /** What the number of a market, or of a proposal, stands for. */
  readonly marketSubject: (marketNumber: number) => string
  readonly proposalSubject: (proposalId: number) => string
  readonly deadlineMs: () => number
}

/** The venue's calls with everything filled in that a deployment knows, and plain texts where a test says nothing. */
export function createCalls({ contracts, tokens, bond }: Deployment, around: Surroundings) {
  const { marketSubject, proposalSubject, deadlineMs } = around
  const { vault, voting, oracle } = contracts
  const oracleId = oracle.id
  const votingId = voting.id
  const bonded = { oracleId, collateralId: tokens.collateral.id }
  const hashOf = ({ marketNumber, ...secret }: Ballot): string =>
    commitHash({ ...secret, marketId: marketIdOf(votingId, marketNumber) })
  return {
    deposit: (amount: bigint) =>
      depositStake({ vaultId: vault.id, stakeTokenId: tokens.stake.id, amount, deadlineMs: deadlineMs() }),
    unlock: (amount: bigint) => unlockStake({ vaultId: vault.id, amount, deadlineMs: deadlineMs() }),
    withdraw: () => withdrawStake({ vaultId: vault.id, deadlineMs: deadlineMs() }),
    proposeSingle: (terms: Partial<ProposeSingle> & { readonly endsAtMs: number }) =>
      proposeSingle({
        votingId,
        question: 'Will it rain tomorrow?',
        category: 'weather',
        rules: null,
        resolutionSources: null,
        imageUrl: null,
        tags: [],
        metadata: null,
        deadlineMs: deadlineMs(),
        ...terms,
      }),
    proposeLinked: (terms: Partial<ProposeLinked> & { readonly endsAtMs: number }) =>
      proposeLinked({
        votingId,
        masterQuestion: 'Who wins?',
        masterImageUrl: null,
        category: 'sport',
        rules: null,
        resolutionSources: null,
        tags: [],
        legs: legsOf(2),
        deadlineMs: deadlineMs(),
        ...terms,
      }),
    vote: (proposalId: number) =>
      castVote({ votingId, proposalId, subject: proposalSubject(proposalId), deadlineMs: deadlineMs() }),
    freeze: (periodId: number) => freezePeriod({ votingId, periodId }),
    deploy: (proposalId: number) => deployMarket({ votingId, proposalId }),
    refund: (proposalId: number) => refundProposal({ votingId, proposalId }),
    submit: (marketNumber: number, outcome: Outcome, terms: Partial<SubmitOutcome> = {}) =>
      submitOutcome({
        ...bonded,
        marketNumber,
        outcome,
        maxBond: bond,
        subject: marketSubject(marketNumber),
        deadlineMs: deadlineMs(),
        ...terms,
      }),
    /** Of a submission that said yes, before any round, unless the terms say otherwise. */
    dispute: (marketNumber: number, submission: number, terms: Partial<DisputeOutcome> = {}) =>
      disputeOutcome({
        ...bonded,
        marketNumber,
        submission,
        round: 0,
        outcome: 1,
        maxBond: bond,
        subject: marketSubject(marketNumber),
        deadlineMs: deadlineMs(),
        ...terms,
      }),
    commit: (ballot: Ballot, terms: Partial<CommitVote> = {}) =>
      commitVote({
        oracleId,
        marketNumber: ballot.marketNumber,
        subject: marketSubject(ballot.marketNumber),
        round: ballot.round,
        commitHash: hashOf(ballot),
        deadlineMs: deadlineMs(),
        ...terms,
      }),
    reveal: (ballot: Ballot) => revealVote({ oracleId, deadlineMs: deadlineMs(), ...ballot }),
    finalize: (marketNumber: number) => finalizeMarket({ oracleId, marketNumber }),
    workOff: (marketNumber: number, round: number, voter: string) =>
      workOffCommit({ oracleId, marketNumber, round, voter }),
    voidMarket: (marketNumber: number) => voidMarket({ oracleId, marketNumber }),
  }
}

type SubmitOutcome = Parameters<typeof submitOutcome>[0]
type DisputeOutcome = Parameters<typeof disputeOutcome>[0]
type CommitVote = Parameters<typeof commitVote>[0]

export const legsOf = (count: number): LegTexts[] =>
  Array.from({ length: count }, (_, i) => ({
    question: `Number ${i + 1}?`,
    imageUrl: null,
    metadata: null,
  }))
