import * as Type from 'typebox'
import { Address, Amount, Named, Nullable, Timestamp, Word } from './fields.ts'

const Maybe = (description: string) => Nullable(Timestamp(description))

export const revealStatuses = ['pending', 'confirmed', 'revealed', 'failed', 'expired'] as const

export const PendingReveal = Named(
  'PendingReveal',
  {
    id: Type.Integer({ minimum: 0 }),
    marketId: Type.Integer({ minimum: 1 }),
    marketAddress: Address('the market’s contract'),
    voterAddress: Address('who committed'),
    voteRound: Type.Integer({ minimum: 1 }),
    voteChoice: Type.Integer({
      minimum: 0,
      maximum: 3,
      description: '1 yes, 2 no, 3 too early, 0 still secret',
    }),
    status: Word(revealStatuses, 'where the reveal stands'),
    attemptCount: Type.Integer({ minimum: 0 }),
    lastError: Nullable(Type.String()),
    commitTxId: Type.String(),
    revealTxId: Nullable(Type.String()),
    createdAt: Timestamp('when it was first seen'),
    revealedAt: Maybe('when it was revealed'),
  },
  'a committed vote and its reveal',
)

const submissionFields = {
  submission: Type.Integer({ minimum: 1 }),
  submitter: Address('who submitted'),
  outcome: Type.Integer({ minimum: 1, maximum: 2, description: '1 yes, 2 no' }),
  bond: Amount('collateral put up'),
  submittedAt: Timestamp('block time'),
  disputeEndsAt: Timestamp('first millisecond when it can no longer be disputed'),
  disputer: Nullable(Address('who disputed')),
  disputedAt: Maybe('block time'),
  result: Nullable(Type.String({ description: 'how it ended' })),
  closedAt: Maybe('block time'),
  txId: Type.String(),
  winners: Nullable(Amount('vote weight for the result, over all rounds')),
  stakePool: Nullable(Amount('stake tokens for those voters')),
  bondPool: Nullable(Amount('collateral for those voters')),
}

export const Submission = Type.Object(submissionFields, { additionalProperties: false })

const Bond = Type.Object(
  {
    place: Type.Integer({ minimum: 0, maximum: 3, description: '0 submitter, 1 disputer, 2 and 3 appeals' }),
    holder: Address('who put it up'),
    disputed: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 3,
        description: 'what it says is false; null: the submitter’s',
      }),
    ),
    bond: Amount('collateral'),
    postedAt: Timestamp('block time'),
    paid: Nullable(Amount('what came back; null while the case runs')),
    txId: Type.String(),
  },
  { additionalProperties: false },
)

export const Round = Type.Object(
  {
    voteRound: Type.Integer({ minimum: 1 }),
    submission: Type.Integer({ minimum: 1 }),
    attempt: Type.Integer({ minimum: 1, maximum: 4 }),
    appeal: Type.Integer({ minimum: 0, maximum: 2, description: '0 none; 1 and 2: opened by that appeal' }),
    quorum: Amount('the least revealed weight that decides; in an appeal, that overturns'),
    appealEndsAt: Maybe('first millisecond when the result can no longer be appealed; null: it cannot be'),
    opensAt: Timestamp('commits are taken from here'),
    commitEndsAt: Timestamp('reveals are taken from here'),
    revealEndsAt: Timestamp('the round can be finalised from here'),
    commitCount: Type.Integer({ minimum: 0 }),
    revealCount: Type.Integer({ minimum: 0 }),
    weightYes: Amount('revealed weight'),
    weightNo: Amount('revealed weight'),
    weightTooEarly: Amount('revealed weight'),
    result: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 3,
        description: '1 yes, 2 no, 3 too early; null while it runs and when it ended without a result',
      }),
    ),
    finalizedAt: Maybe('block time'),
  },
  { additionalProperties: false },
)

export const Dispute = Named(
  'Dispute',
  {
    marketAddress: Address('the market’s contract'),
    marketId: Type.Integer({ minimum: 1 }),
    state: Word(['open', 'closed', 'proposed', 'disputed', 'resolved'], 'of the market, at the served block'),
    finalOutcome: Nullable(Type.Integer({ minimum: 1, maximum: 3 })),
    bondFor: Nullable(
      Word(
        ['submit', 'dispute', 'appeal'],
        'what the next bond is for; null while a round runs and at the end',
      ),
    ),
    bond: Nullable(Amount('collateral the next such call puts up')),
    windowEndsAt: Maybe('first millisecond when what stands can no longer be disputed or appealed'),
    standing: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 3,
        description: 'what holds unless it is disputed: 1 yes, 2 no, 3 too early',
      }),
    ),
    wholeWeight: Type.Integer({ minimum: 0, description: 'vote weight of all stakes together' }),
    quorum: Type.Integer({
      minimum: 0,
      description: 'revealed weight the first round of a dispute opened now needs',
    }),
    submissions: Type.Array(
      Type.Object({ ...submissionFields, bonds: Type.Array(Bond) }, { additionalProperties: false }),
    ),
    rounds: Type.Array(Round),
  },
  'what the oracle did about a market',
)

export const casePhases = ['dispute', 'commit', 'reveal', 'count', 'appeal'] as const

export const DisputeCase = Named(
  'DisputeCase',
  {
    marketAddress: Address('the market’s contract'),
    marketId: Type.Integer({ minimum: 1 }),
    question: Type.String(),
    masterQuestion: Nullable(Type.String({ description: 'of the event it is a leg of' })),
    state: Word(['proposed', 'disputed'], 'proposed: submitted and not disputed'),
    outcome: Type.Integer({ minimum: 1, maximum: 2, description: 'what was submitted: 1 yes, 2 no' }),
    submission: Type.Integer({ minimum: 1 }),
    submittedAt: Timestamp('block time'),
    disputedAt: Maybe('block time'),
    phase: Word(casePhases, 'what can be done now; count: the round waits to be finalised'),
    phaseEndsAt: Maybe('first millisecond after it; null for count'),
    round: Nullable(Round),
  },
  'a market whose outcome is being decided',
)

export const DisputeVote = Named(
  'DisputeVote',
  {
    voteRound: Type.Integer({ minimum: 1 }),
    voter: Address('who committed'),
    weight: Type.Integer({ minimum: 0 }),
    stake: Amount('stake tokens behind it'),
    voteChoice: Type.Integer({
      minimum: 0,
      maximum: 3,
      description: '1 yes, 2 no, 3 too early, 0 not revealed',
    }),
    committedAt: Timestamp('block time'),
    revealedAt: Maybe('block time'),
    slashed: Nullable(Amount('stake tokens lost, once known')),
    stakeReward: Nullable(Amount('stake tokens won, once known')),
    bondReward: Nullable(Amount('collateral won, once known')),
    commitTxId: Type.String(),
    revealTxId: Nullable(Type.String()),
  },
  'a juror’s vote',
)
