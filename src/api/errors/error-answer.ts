import { type ErrorCode, errorCodes } from '../../domain/index.ts'
import { Fault, type FaultKind, Refusal } from '../../kit/index.ts'
import { fromFastifyError } from './fastify-error.ts'
import { cutText, toReceived } from './received.ts'
import { registry } from './registry.ts'

export interface ErrorBody {
  readonly statusCode: number
  readonly code: ErrorCode
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
}

export interface ErrorAnswer {
  readonly body: ErrorBody
  /** Seconds for the Retry-After header; undefined when there is none. */
  readonly retryAfterSeconds: number | undefined
  /** True when the error is ours to fix: it is logged with its cause. */
  readonly isBug: boolean
}

const faults: Readonly<Record<FaultKind, { code: ErrorCode; reason?: string; retryAfterSeconds: number }>> = {
  upstream_timeout: { code: 'UPSTREAM_TIMEOUT', retryAfterSeconds: 1 },
  upstream_error: { code: 'UPSTREAM_ERROR', retryAfterSeconds: 1 },
  database: { code: 'UNAVAILABLE', reason: 'database', retryAfterSeconds: 2 },
  overload: { code: 'UNAVAILABLE', reason: 'overload', retryAfterSeconds: 5 },
}

const isErrorCode = (code: string): code is ErrorCode => (errorCodes as readonly string[]).includes(code)

/** Any thrown value → the contract's error. What is neither a refusal nor a fault is a bug, and says only its request id. */
export function toErrorAnswer(error: unknown, requestId: string): ErrorAnswer {
  const known = error instanceof Error ? (fromFastifyError(error) ?? error) : error
  if (known instanceof Refusal && isErrorCode(known.code)) return refusalAnswer(known, known.code)
  if (known instanceof Fault) {
    const { code, reason, retryAfterSeconds } = faults[known.kind]
    return {
      body: errorBody(code, undefined, reason === undefined ? undefined : { reason }),
      retryAfterSeconds,
      isBug: false,
    }
  }
  return {
    body: errorBody('INTERNAL_ERROR', undefined, { requestId }),
    retryAfterSeconds: undefined,
    isBug: true,
  }
}

function refusalAnswer(refusal: Refusal, code: ErrorCode): ErrorAnswer {
  const { retryAfter } = refusal.details
  const message = refusal.message === refusal.code ? undefined : refusal.message
  const retryAfterSeconds =
    typeof retryAfter === 'number' ? retryAfter : registry[code].status === 503 ? 5 : undefined
  return {
    body: errorBody(code, message, toDetails(refusal)),
    retryAfterSeconds,
    isBug: false,
  }
}

/** Rooms give `field` and `received` as they found them; what of it may be shown is decided here, once. */
function toDetails(refusal: Refusal): Readonly<Record<string, unknown>> | undefined {
  const { field, received } = refusal.details
  if (typeof field !== 'string')
    return Object.keys(refusal.details).length === 0 ? undefined : refusal.details
  return { ...refusal.details, field: cutText(field), received: toReceived(received, field) }
}

export function errorBody(
  code: ErrorCode,
  message?: string,
  details?: Readonly<Record<string, unknown>>,
): ErrorBody {
  const entry = registry[code]
  const body = { statusCode: entry.status, code, message: message ?? entry.message }
  return details === undefined ? body : { ...body, details }
}
