import type { TObject } from 'typebox'
import type { OperationSpec } from '../operation.ts'
import { MarketPath, OrderPath, ParlayPath } from '../schemas/paths.ts'
import {
  AmountBody,
  BuildTx,
  CommitBody,
  DisputeBody,
  OfferParlayBody,
  PairsBody,
  PlaceOrderBody,
  ProposeLinkedBody,
  ProposeSingleBody,
  QuoteBody,
  RevealBody,
  SignerBody,
  SubmitBody,
  VoteBody,
} from '../schemas/tx.ts'

type BuildSpec = Pick<OperationSpec, 'path' | 'summary' | 'description' | 'params' | 'budget'> & {
  readonly body: TObject
}

const idempotency =
  'Idempotent by body: the same body gives the same unsignedTx and txId until the transaction is in a block, one of its inputs is spent by another, or ten minutes have passed.'

/** What all builds have in common: the scope, the answer, what can go wrong. */
const build = <M extends 'POST' | 'DELETE', S extends BuildSpec>(method: M, spec: S) => ({
  method,
  ...spec,
  tag: 'tx',
  access: 'write:tx' as const,
  description: spec.description === undefined ? idempotency : `${spec.description} ${idempotency}`,
  answer: BuildTx,
  answerMeaning: 'the unsigned transaction',
  errors: [
    'NOT_FOUND',
    'MARKET_CLOSED',
    'STATE_CONFLICT',
    'INSUFFICIENT_BALANCE',
    'UPSTREAM_TIMEOUT',
    'UPSTREAM_ERROR',
  ] as const,
})

export const placeOrder = build('POST', {
  path: '/v1/tx/markets/{address}/orders',
  summary: 'Build an order',
  description:
    'A buy locks its worst case and gets the unused part back in the same transaction; a sell needs free shares. post-only that would cross and fok that cannot fill are refused.',
  params: MarketPath,
  body: PlaceOrderBody,
})

export const cancelOrder = build('DELETE', {
  budget: 'cancel',
  path: '/v1/tx/markets/{address}/orders/{id}',
  summary: 'Build the cancelling of an order',
  params: OrderPath,
  body: SignerBody,
})

export const cancelOrderByPost = build('POST', {
  budget: 'cancel',
  path: '/v1/tx/markets/{address}/orders/{id}/cancel',
  summary: 'Build the cancelling of an order, for clients whose proxies drop the bodies of DELETE',
  params: OrderPath,
  body: SignerBody,
})

export const cancelAll = build('POST', {
  budget: 'cancel',
  path: '/v1/tx/markets/{address}/cancel-all',
  summary: 'Build the cancelling of the signer’s resting orders on a market',
  description: 'As many as fit in one transaction, oldest first; call again for the rest.',
  params: MarketPath,
  body: SignerBody,
})

export const replaceQuotes = build('POST', {
  budget: 'cancel',
  path: '/v1/tx/markets/{address}/quote',
  summary: 'Build a quote: cancel orders, then rest others',
  description:
    'Every order is post-only. One that would cross, or that is not covered, is skipped with its reason and the others stand. The cancelled orders pay for the new ones; collateralRequired is the difference.',
  params: MarketPath,
  body: QuoteBody,
})

export const split = build('POST', {
  path: '/v1/tx/markets/{address}/split',
  summary: 'Build the splitting of collateral into pairs of shares',
  description:
    'One unit of collateral becomes a yes and a no share. Before the market’s end; there is no fee. A wallet that split does not judge this market.',
  params: MarketPath,
  body: PairsBody,
})

export const merge = build('POST', {
  path: '/v1/tx/markets/{address}/merge',
  summary: 'Build the merging of pairs of shares into collateral',
  description:
    'A free yes and a free no share become one unit of collateral. Until the market resolves; there is no fee.',
  params: MarketPath,
  body: PairsBody,
})

export const settle = build('POST', {
  path: '/v1/tx/markets/{address}/settle',
  summary: 'Build the payment of the signer’s free shares of a resolved market',
  description: 'The keeper does this for everybody; nobody has to wait for it.',
  params: MarketPath,
  body: SignerBody,
})

export const vaultDeposit = build('POST', {
  path: '/v1/tx/vault/deposit',
  summary: 'Build a deposit of stake tokens',
  body: AmountBody,
})

export const vaultUnlock = build('POST', {
  path: '/v1/tx/vault/unlock',
  summary: 'Build the start of a timelock, one at a time',
  body: AmountBody,
})

export const vaultWithdraw = build('POST', {
  path: '/v1/tx/vault/withdraw',
  summary: 'Build the payment of a matured unlock request',
  body: SignerBody,
})

export const vote = build('POST', {
  path: '/v1/tx/voting/vote',
  summary: 'Build a vote for a proposal',
  body: VoteBody,
})

export const proposeSingle = build('POST', {
  path: '/v1/tx/proposals/single',
  summary: 'Build a proposal of one market',
  body: ProposeSingleBody,
})

export const proposeLinked = build('POST', {
  path: '/v1/tx/proposals/linked',
  summary: 'Build a proposal of one event with a market per leg',
  body: ProposeLinkedBody,
})

export const offerParlay = build('POST', {
  path: '/v1/tx/proposals/parlay',
  summary: 'Build an offer of a parlay',
  body: OfferParlayBody,
})

export const takeParlay = build('POST', {
  path: '/v1/tx/parlays/{id}/take',
  summary: 'Build the taking of an offer’s other side',
  params: ParlayPath,
  body: SignerBody,
})

export const cancelParlay = build('POST', {
  path: '/v1/tx/parlays/{id}/cancel',
  summary: 'Build the return of an untaken offer',
  params: ParlayPath,
  body: SignerBody,
})

export const submitOutcome = build('POST', {
  path: '/v1/tx/oracle/submit',
  summary: 'Build the submission of an outcome, with a bond',
  body: SubmitBody,
})

export const disputeOutcome = build('POST', {
  path: '/v1/tx/oracle/dispute',
  summary: 'Build a dispute of the running submission, with an equal bond',
  body: DisputeBody,
})

export const commitVote = build('POST', {
  path: '/v1/tx/oracle/commit',
  summary: 'Build a vote nobody can read yet',
  body: CommitBody,
})

export const revealVote = build('POST', {
  path: '/v1/tx/oracle/reveal',
  summary: 'Build the opening of a vote',
  body: RevealBody,
})
