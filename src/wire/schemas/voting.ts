import * as Type from 'typebox'
import { Address, Amount, Named, Nullable, Strict, Timestamp, Word } from './fields.ts'
import { Metadata } from './market.ts'

const Text = (description: string) => Nullable(Type.String({ description }))
const Maybe = (description: string) => Nullable(Timestamp(description))

const proposal = {
  id: Type.Integer({ minimum: 1 }),
  question: Type.String(),
  proposer: Address('who proposed it'),
  status: Word(['pending', 'accepted', 'rejected'], 'pending until its period is frozen'),
  category: Type.String(),
  rules: Text('how its markets resolve'),
  resolutionSources: Text('where the answer is found'),
  imageUrl: Text('https address; never fetched by the service'),
  voteCount: Amount('sum of the weights of the votes'),
  uniqueVoters: Type.Integer({ minimum: 0 }),
  isWinner: Nullable(Type.Boolean()),
  finalVoteCount: Nullable(Type.Integer({ minimum: 0 })),
  submissionTime: Type.Integer({ description: 'block time, Unix milliseconds' }),
  createdAt: Timestamp('block time'),
  updatedAt: Timestamp('last change'),
  finalizedAt: Maybe('when it was accepted'),
  rejectedAt: Maybe('when it was rejected'),
  lastVoteAt: Maybe('block time of the last vote'),
  metadata: Metadata,
  kind: Word(['single', 'linked'], 'one market, or an event with one market per leg'),
  legs: Nullable(
    Type.Array(
      Type.Object(
        { question: Type.String(), imageUrl: Text('https address'), metadata: Metadata },
        { additionalProperties: false },
      ),
    ),
  ),
}

export const Proposal = Named('Proposal', proposal, 'a question proposed as a market')

export const ProposalPage = Named(
  'ProposalPage',
  {
    ...proposal,
    tags: Type.Array(Type.String()),
    textHash: Type.String({
      description: 'blake2b of its texts, as its contract entry keeps it; a subject is made of it',
    }),
    endsAt: Timestamp('end of trading of its markets'),
    periodId: Type.Integer({ minimum: 1 }),
    creatorShare: Type.Integer({ minimum: 0, maximum: 30, description: 'percent of the taker fee' }),
    deposit: Amount('native units paid at proposal'),
    eventId: Nullable(Type.Integer({ minimum: 1 })),
    marketAddresses: Type.Array(Address('a market deployed for it, in the order of its legs')),
    txId: Type.String(),
  },
  'a proposal and what became of it',
)

export const ProposalVote = Named(
  'ProposalVote',
  {
    id: Type.Integer({ minimum: 1 }),
    proposalId: Type.Integer({ minimum: 1 }),
    voter: Address('who voted'),
    weight: Type.Integer({ minimum: 0, description: 'by the voter’s tier at that moment' }),
    txId: Type.String(),
    votedAt: Timestamp('block time'),
  },
  'a vote for a proposal',
)

export const VotingPeriod = Strict(
  {
    period: Nullable(
      Strict(
        {
          id: Type.Integer({ minimum: 1 }),
          startsAt: Timestamp('first millisecond of voting'),
          endsAt: Timestamp('first millisecond after it'),
          status: Word(['open', 'ended', 'frozen'], 'at the served block'),
          proposalCount: Type.Integer({ minimum: 0 }),
          acceptedCount: Nullable(Type.Integer({ minimum: 0 })),
          frozenAt: Maybe('when the winners were decided'),
        },
        'a voting period',
      ),
    ),
  },
  'the newest voting period; null before the first proposal',
)
