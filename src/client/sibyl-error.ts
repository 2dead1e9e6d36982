import { type ErrorCode, errorCodes } from '../domain/index.ts'

/** The service said no, in the contract's shape. Switch on `code`; `message` is for people. */
export class SibylError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** Quote it when you report a problem. */
  readonly requestId: string | null
  /** How long the service asks to wait, or null when it does not say. */
  readonly retryAfterMs: number | null

  constructor(answer: {
    readonly code: ErrorCode
    readonly status: number
    readonly message: string
    readonly details: Readonly<Record<string, unknown>>
    readonly requestId: string | null
    readonly retryAfterMs: number | null
  }) {
    super(answer.message)
    this.name = 'SibylError'
    this.code = answer.code
    this.status = answer.status
    this.details = answer.details
    this.requestId = answer.requestId
    this.retryAfterMs = answer.retryAfterMs
  }
}

/**
 * No answer of the service arrived.
 *
 * unreachable  the connection failed or broke
 * timeout      nothing came within the client's own patience
 * bad_answer   something answered, but not in the contract's shape: a proxy, or another server
 */
export type NetworkTrouble = 'unreachable' | 'timeout' | 'bad_answer'

export class NetworkError extends Error {
  readonly trouble: NetworkTrouble
  /** The HTTP status of a bad answer, null otherwise. */
  readonly status: number | null

  constructor(
    trouble: NetworkTrouble,
    message: string,
    options: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'NetworkError'
    this.trouble = trouble
    this.status = options.status ?? null
  }
}

/** An error answer, or null when the text is none of the contract's. */
export function parseError(
  text: string,
  answer: {
    readonly status: number
    readonly requestId: string | null
    readonly retryAfterMs: number | null
  },
): SibylError | null {
  const body = parseObject(text)
  const code = errorCodes.find((known) => known === body?.code)
  if (body === null || code === undefined || typeof body.message !== 'string') return null
  return new SibylError({ ...answer, code, message: body.message, details: asObject(body.details) ?? {} })
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return null
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Readonly<Record<string, unknown>>) : null // just checked
}
