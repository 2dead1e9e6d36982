import { conflict, type ErrorCode, errorCodes, missing, refuse } from '../../domain/index.ts'
import { Bug, Fault } from '../../kit/index.ts'
import type { operations } from '../../wire/index.ts'
import { type ErrorBody, toErrorAnswer } from '../errors/error-answer.ts'

const marketAddress = '23vk89tv5d8zWYCuiVQRrzcmrVpRRSJAqZCV6SwNmXVRH'
const requestId = '5b0c4a52-3f0e-4c55-9f6b-2f1f6f0f9a11'

/** One of what is thrown for each code; its answer is made as that of every other. */
const thrown: Readonly<Record<ErrorCode, Error>> = {
  INVALID_REQUEST: refuse('INVALID_REQUEST', { field: 'limit', received: 0 }, 'limit must be >= 1'),
  UNAUTHORIZED: refuse('UNAUTHORIZED'),
  INVALID_SIGNATURE: refuse(
    'INVALID_SIGNATURE',
    { reason: 'signature' },
    'the signature is not over a challenge of this wallet',
  ),
  CHALLENGE_EXPIRED: refuse(
    'CHALLENGE_EXPIRED',
    { reason: 'used' },
    'the challenge was used already; ask for a new one',
  ),
  INSUFFICIENT_SCOPE: refuse('INSUFFICIENT_SCOPE', { required: 'write:tx', scopes: ['read'] }),
  NOT_FOUND: missing('marketAddress', marketAddress),
  MARKET_CLOSED: refuse('MARKET_CLOSED', { marketAddress }, 'trading on this market has ended'),
  STATE_CONFLICT: conflict('order_not_open', 'the order is filled or cancelled', { orderId: 25 }),
  INSUFFICIENT_BALANCE: refuse(
    'INSUFFICIENT_BALANCE',
    {
      token: 'shares:yes',
      required: '25000000000000000000',
      available: '4000000000000000000',
      shortfall: '21000000000000000000',
    },
    'the wallet has 4000000000000000000 and needs 25000000000000000000 base units of free yes shares',
  ),
  RATE_LIMITED: refuse(
    'RATE_LIMITED',
    { limit: 60, retryAfter: 12 },
    'too many requests: 60 a minute are allowed, try again in 12 seconds',
  ),
  INTERNAL_ERROR: new Bug('anything'),
  UPSTREAM_TIMEOUT: new Fault('upstream_timeout', 'anything'),
  UPSTREAM_ERROR: new Fault('upstream_error', 'anything'),
  UNAVAILABLE: new Fault('database', 'anything'),
}

type OperationId = keyof typeof operations

/** Where what is thrown for a code speaks of something else than the operation does: its own, and whose they are. */
const own: readonly (readonly [name: `${ErrorCode}.${string}`, thrown: Error, ...OperationId[]])[] = [
  [
    'NOT_FOUND.key',
    refuse('NOT_FOUND', { keyId: 'key_cvm9k3XadMahmgjusqd9' }, 'the wallet has no such key'),
    'revokeKey',
  ],
  ['NOT_FOUND.event', missing('eventId', 99), 'getEvent'],
  ['NOT_FOUND.proposal', missing('proposalId', 99), 'getProposal', 'listProposalVotes', 'vote'],
  ['NOT_FOUND.parlay', missing('parlayId', 99), 'takeParlay', 'cancelParlay'],
  [
    'NOT_FOUND.order',
    refuse('NOT_FOUND', { orderId: 25 }, 'the signer has no such order on this market'),
    'cancelOrder',
    'cancelOrderByPost',
  ],
  [
    'NOT_FOUND.anything',
    refuse('NOT_FOUND'),
    'fundWallet',
    'mineBlocks',
    'advanceTime',
    'setMining',
    'reorganise',
    'causeFault',
    'vaultDeposit',
    'vaultUnlock',
    'vaultWithdraw',
    'proposeSingle',
    'proposeLinked',
  ],
  [
    'STATE_CONFLICT.keys',
    conflict('key_limit', 'the wallet has 50 active keys; revoke one first', { limit: 50 }),
    'mintKey',
  ],
  [
    'STATE_CONFLICT.book',
    conflict('cannot_fill', 'the book cannot fill this order whole', { marketAddress }),
    'placeOrder',
  ],
  [
    'STATE_CONFLICT.orders',
    conflict('no_open_orders', 'the signer has no resting order on this market', { marketAddress }),
    'cancelAll',
  ],
  [
    'STATE_CONFLICT.quote',
    conflict('nothing_would_rest', 'no order of the quote would rest', { reasons: ['post-only'] }),
    'replaceQuotes',
  ],
  [
    'STATE_CONFLICT.coins',
    conflict(
      'too_many_coins',
      'the amount is spread over more coins than one transaction can spend; join some of them first',
      { coins: 300, coinsMax: 256 },
    ),
    'split',
    'merge',
    'vaultDeposit',
  ],
  [
    'STATE_CONFLICT.market',
    conflict('not_resolved', 'the market is not resolved yet', { marketAddress }),
    'settle',
  ],
  [
    'STATE_CONFLICT.unlock',
    conflict('unlock_running', 'one unlock request at a time', { unlockAt: '2026-01-11T00:00:00.000Z' }),
    'vaultUnlock',
  ],
  [
    'STATE_CONFLICT.timelock',
    conflict('timelock_running', 'the timelock is still running', {}),
    'vaultWithdraw',
  ],
  [
    'STATE_CONFLICT.proposal',
    conflict('period_over', 'the voting period of this proposal is over', { proposalId: 17 }),
    'vote',
  ],
  [
    'STATE_CONFLICT.period',
    conflict('period_ending', 'proposals are refused in the last quarter of a period', {}),
    'proposeSingle',
    'proposeLinked',
  ],
  [
    'STATE_CONFLICT.offer',
    conflict('bad_expiry', 'an offer expires not after its earliest leg ends', {
      latest: '2026-01-25T00:00:00.000Z',
    }),
    'offerParlay',
  ],
  [
    'STATE_CONFLICT.parlay',
    conflict('already_taken', 'the offer is taken', { parlayId: 1 }),
    'takeParlay',
    'cancelParlay',
  ],
  [
    'STATE_CONFLICT.outcome',
    conflict('already_submitted', 'an outcome is submitted or disputed already', {
      marketAddress,
      state: 'proposed',
    }),
    'submitOutcome',
  ],
  [
    'STATE_CONFLICT.dispute',
    conflict('dispute_window_closed', 'the dispute window is closed', {
      disputeEndsAt: '2026-01-04T00:02:00.000Z',
    }),
    'disputeOutcome',
  ],
  [
    'STATE_CONFLICT.commit',
    conflict('commit_window_closed', 'the commit window is closed', {
      commitEndsAt: '2026-01-04T00:02:00.000Z',
    }),
    'commitVote',
  ],
  [
    'STATE_CONFLICT.reveal',
    conflict('reveal_not_open', 'reveals are taken after the commit window', {
      commitEndsAt: '2026-01-04T00:02:00.000Z',
    }),
    'revealVote',
    'relayReveal',
  ],
]

/** By name: a code, or a code and what it is about. */
export const errorExamples: Readonly<Record<string, ErrorBody>> = Object.fromEntries(
  [...errorCodes.map((code) => [code, thrown[code]] as const), ...own].map(([name, error]) => [
    name,
    toErrorAnswer(error, requestId).body,
  ]),
)

/** The name of the example that fits an operation. */
export const errorExampleOf = (id: string, code: ErrorCode): string =>
  own.find(([name, , ...ids]) => name.startsWith(`${code}.`) && ids.some((each) => each === id))?.[0] ?? code
