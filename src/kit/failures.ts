/**
 * Three kinds of failure, never mixed.
 *
 * Refusal  the request or the state of the world says no. Typed, with a public code; the caller can act on it.
 * Fault    something outside this process failed. The same request may succeed later: 502 or 503.
 * Bug      an assertion of ours broke. 500, a request id, the cause in the log.
 */
export class Refusal extends Error {
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: string, details: Readonly<Record<string, unknown>> = {}, message?: string) {
    super(message ?? code)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
}

/** What failed: `timeout` when nothing answered in time, `error` when the answer was trouble, `database`, `overload`. */
export type FaultKind = 'upstream_timeout' | 'upstream_error' | 'database' | 'overload'

export class Fault extends Error {
  readonly kind: FaultKind

  constructor(kind: FaultKind, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'Fault'
    this.kind = kind
  }
}

export class Bug extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'Bug'
  }
}

/** Asserts what must hold, in production too: stopping is cheaper than serving a wrong balance. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Bug(message)
}

/** For the branch the type checker has proven empty. */
export function unreachable(value: never): never {
  throw new Bug(`unreachable: ${String(value)}`)
}
