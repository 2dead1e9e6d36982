import * as Type from 'typebox'
import { operation, read } from '../operation.ts'
import { Address, Bytes32, Filled, Strict, TX_ID_PATTERN } from '../schemas/fields.ts'
import { Category, Choice } from '../schemas/filters.ts'
import { Dispute, DisputeCase, DisputeVote, PendingReveal } from '../schemas/oracle.ts'
import { pageOf, pageQuery } from '../schemas/pagination.ts'
import { MarketPath, ProposalPath } from '../schemas/paths.ts'
import { Proposal, ProposalPage, ProposalVote, VotingPeriod } from '../schemas/voting.ts'

export const listProposals = read({
  path: '/v1/voting/proposals',
  tag: 'voting',
  summary: 'Proposals',
  description:
    'Pending ones unless `status` says otherwise; `activePeriodOnly` leaves those that can be voted for now.',
  query: Strict(
    {
      status: Choice(['pending', 'accepted', 'rejected', 'all'], 'pending', 'which of them'),
      category: Category,
      proposer: Type.Optional(Address('only by this wallet')),
      activePeriodOnly: Filled(
        Type.Boolean({ description: 'only those whose voting period is open at the served block' }),
        false,
      ),
      sort: Choice(['created-at', 'vote-count', 'unique-voters'], 'created-at', 'sort key'),
      order: Choice(['asc', 'desc'], 'desc', 'direction'),
      ...pageQuery(),
    },
    'filters, sort and page',
  ),
  answer: pageOf({ proposals: Type.Array(Proposal) }, 'a page of proposals'),
  answerMeaning: 'a page of proposals',
})

export const getProposal = read({
  path: '/v1/voting/proposals/{id}',
  tag: 'voting',
  summary: 'One proposal, with its tags, end of trading and markets',
  description: 'What was proposed in its proposer’s own words, its votes, and the markets it became.',
  params: ProposalPath,
  answer: ProposalPage,
  answerMeaning: 'the proposal',
  errors: ['NOT_FOUND'],
})

export const listProposalVotes = read({
  path: '/v1/voting/proposals/{id}/votes',
  tag: 'voting',
  summary: 'Who voted for a proposal, newest first',
  description: 'Weights are those at the time of the vote.',
  params: ProposalPath,
  query: Strict(pageQuery(), 'page of the list'),
  answer: pageOf({ votes: Type.Array(ProposalVote) }, 'a page of votes'),
  answerMeaning: 'a page of votes',
  errors: ['NOT_FOUND'],
})

export const getVotingPeriod = read({
  path: '/v1/voting/period',
  tag: 'voting',
  summary: 'The newest voting period',
  description:
    'A period opens with the first proposal after the last one ended; proposals are refused in its last quarter.',
  answer: VotingPeriod,
  answerMeaning: 'the period, or null before the first',
})

export const listDisputes = read({
  path: '/v1/oracle/disputes',
  tag: 'oracle',
  summary: 'Markets whose outcome is being decided, newest first',
  description:
    'Submitted and not final yet: those that can still be disputed, those that jurors vote on, and results that can be appealed.',
  query: Strict(
    { state: Choice(['proposed', 'disputed', 'all'], 'disputed', 'which of them'), ...pageQuery() },
    'filter and page',
  ),
  answer: pageOf({ disputes: Type.Array(DisputeCase) }, 'a page of cases'),
  answerMeaning: 'a page of cases',
})

export const listDisputeVotes = read({
  path: '/v1/oracle/disputes/{address}/votes',
  tag: 'oracle',
  summary: 'Jurors’ votes about a market, newest first',
  description:
    'A vote is 0 until it is revealed. Slashes and rewards stand in it once the round is worked off.',
  params: MarketPath,
  query: Strict(
    {
      voteRound: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 4_294_967_295, description: 'only of this round' }),
      ),
      ...pageQuery(),
    },
    'filter and page',
  ),
  answer: pageOf({ votes: Type.Array(DisputeVote) }, 'a page of votes'),
  answerMeaning: 'a page of votes',
  errors: ['NOT_FOUND'],
})

export const getDispute = read({
  path: '/v1/oracle/disputes/{address}',
  tag: 'oracle',
  summary: 'Submissions, disputes and voting rounds of a market',
  description:
    'The whole way to an outcome: who submitted what with which bond, every round with its windows and weights, and what the next bond would be.',
  params: MarketPath,
  answer: Dispute,
  answerMeaning: 'empty lists while nobody has submitted',
  errors: ['NOT_FOUND'],
})

export const relayReveal = operation({
  method: 'POST',
  path: '/v1/oracle/pending-reveals',
  tag: 'oracle',
  summary: 'Let the venue reveal a committed vote',
  description:
    'Give vote and salt after committing; the keeper reveals them when the window opens. No key is needed: only the right salt opens a commit. The salt is stored encrypted and never shown.',
  access: 'public',
  body: Strict(
    {
      marketAddress: Address('the market’s contract'),
      voterAddress: Address('who committed'),
      voteRound: Type.Integer({ minimum: 1, maximum: 4_294_967_295, description: 'round of the commit' }),
      voteChoice: Type.Integer({ minimum: 1, maximum: 3, description: '1 yes, 2 no, 3 too early' }),
      salt: Bytes32('32 bytes, hex'),
      commitTxId: Type.String({ pattern: TX_ID_PATTERN, description: 'transaction of the commit' }),
    },
    'a vote to reveal',
  ),
  answer: PendingReveal,
  answerMeaning: 'stored; the same body again gives the same record',
  errors: ['NOT_FOUND', 'STATE_CONFLICT', 'UPSTREAM_TIMEOUT', 'UPSTREAM_ERROR'],
})
