import { conflict, type ErrorCode, errorCodes, missing, refuse } from '../../domain/index.ts'
import { Bug, Fault } from '../../kit/index.ts'
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
    'the wallet has 4000000000000000000 of shares:yes and needs 25000000000000000000',
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

export const errorExamples: Readonly<Record<ErrorCode, ErrorBody>> = Object.fromEntries(
  errorCodes.map((code) => [code, toErrorAnswer(thrown[code], requestId).body]),
) as Record<ErrorCode, ErrorBody>
