import type { ErrorCode } from '../../domain/index.ts'

export interface ErrorEntry {
  readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 502 | 503
  /** Said when the room that refuses has nothing more precise to say. */
  readonly message: string
  /** What `details` holds, in a sentence for docs/errors.md. */
  readonly details: string
  /** May the same request work later without a change? */
  readonly retry: 'no' | 'later'
}

/** The one table of public errors: code, status, message. docs/errors.md and the OpenAPI are generated from it. */
export const registry: Readonly<Record<ErrorCode, ErrorEntry>> = {
  INVALID_REQUEST: {
    status: 400,
    message: 'The request is not valid.',
    details:
      '`field`: dotted path of what is wrong; `received`: what was there (null when missing, cut at 100 characters, `[redacted]` for secrets); of `atHeight` also `oldest` and `newest`, the blocks whose books are kept',
    retry: 'no',
  },
  UNAUTHORIZED: {
    status: 401,
    message: 'A valid API key is required: Authorization: Bearer <API_KEY>.',
    details: 'none',
    retry: 'no',
  },
  INVALID_SIGNATURE: {
    status: 401,
    message: 'The signature does not verify for this address and challenge.',
    details: '`reason`: `signature`, `public_key` or `unknown_challenge`',
    retry: 'no',
  },
  CHALLENGE_EXPIRED: {
    status: 401,
    message: 'The challenge has ended; ask for a new one.',
    details: '`reason`: `expired`, `used` or `tries`',
    retry: 'no',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    message: 'The API key lacks the scope this endpoint requires.',
    details: '`required`: the scope; `scopes`: what the key has',
    retry: 'no',
  },
  NOT_FOUND: {
    status: 404,
    message: 'There is nothing under this path.',
    details: 'none, or what was looked for',
    retry: 'no',
  },
  MARKET_CLOSED: {
    status: 409,
    message: 'The market is closed or resolved.',
    details: '`marketAddress`, and `endsAt` or `state` where known',
    retry: 'no',
  },
  STATE_CONFLICT: {
    status: 409,
    message: 'The present state does not allow this.',
    details: '`reason`: which rule refused, from the table below, and its facts',
    retry: 'no',
  },
  INSUFFICIENT_BALANCE: {
    status: 422,
    message: 'The wallet does not hold enough.',
    details: '`token` (id, or `shares:yes`, `shares:no`), `required`, `available`, `shortfall`',
    retry: 'no',
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many requests; wait for Retry-After seconds.',
    details:
      '`limit` per minute, or at once with `reason` `connections` or `waiting`; `reason`: absent of requests a minute, else `connections` or `messages` of a stream, `waiting` for X-Min-Block-Height; `retryAfter` in seconds',
    retry: 'later',
  },
  INTERNAL_ERROR: {
    status: 500,
    message: 'Something broke on our side; quote the request id when you report it.',
    details: '`requestId`',
    retry: 'later',
  },
  UPSTREAM_TIMEOUT: {
    status: 502,
    message: 'The chain node or the indexer did not answer in time; retry.',
    details: 'none, or of X-Min-Block-Height `minBlockHeight`, `blockHeight` and `retryAfter` in seconds',
    retry: 'later',
  },
  UPSTREAM_ERROR: {
    status: 502,
    message: 'The chain node is not healthy; retry.',
    details: 'none',
    retry: 'later',
  },
  UNAVAILABLE: {
    status: 503,
    message: 'The service cannot answer right now; retry with backoff.',
    details:
      '`reason` where known: `maintenance`, `overload`, `shutdown`, `database`, `not_ready`, `opening`',
    retry: 'later',
  },
}
