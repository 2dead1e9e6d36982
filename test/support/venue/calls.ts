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

/** The venue's calls with everything filled in that a deployment knows, and plain texts where a test says nothing. */
export function createCalls({ contracts, tokens, bond }: Deployment) {
  const { vault, voting, oracle } = contracts
  const oracleId = oracle.id
  const votingId = voting.id
  const bonded = { oracleId, collateralId: tokens.collateral.id, bond }
  const hashOf = ({ marketNumber, ...secret }: Ballot): string =>
    commitHash({ ...secret, marketId: marketIdOf(votingId, marketNumber) })
  return {
    deposit: (amount: bigint) => depositStake({ vaultId: vault.id, stakeTokenId: tokens.stake.id, amount }),
    unlock: (amount: bigint) => unlockStake({ vaultId: vault.id, amount }),
    withdraw: () => withdrawStake({ vaultId: vault.id }),
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
        ...terms,
      }),
    vote: (proposalId: number) => castVote({ votingId, proposalId }),
    freeze: (periodId: number) => freezePeriod({ votingId, periodId }),
    deploy: (proposalId: number) => deployMarket({ votingId, proposalId }),
    refund: (proposalId: number) => refundProposal({ votingId, proposalId }),
    submit: (marketNumber: number, outcome: Outcome) => submitOutcome({ ...bonded, marketNumber, outcome }),
    dispute: (marketNumber: number, submission: number) =>
      disputeOutcome({ ...bonded, marketNumber, submission }),
    commit: (ballot: Ballot) =>
      commitVote({
        oracleId,
        marketNumber: ballot.marketNumber,
        round: ballot.round,
        commitHash: hashOf(ballot),
      }),
    reveal: (ballot: Ballot) => revealVote({ oracleId, ...ballot }),
    finalize: (marketNumber: number) => finalizeMarket({ oracleId, marketNumber }),
    workOff: (marketNumber: number, round: number, voter: string) =>
      workOffCommit({ oracleId, marketNumber, round, voter }),
    voidMarket: (marketNumber: number) => voidMarket({ oracleId, marketNumber }),
  }
}

export const legsOf = (count: number): LegTexts[] =>
  Array.from({ length: count }, (_, i) => ({
    question: `Number ${i + 1}?`,
    imageUrl: null,
    metadata: null,
  }))
