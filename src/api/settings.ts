/** Everything about the server that an operator may set. The defaults and their reasons are in app/config.ts. */
export interface ApiSettings {
  readonly host: string
  readonly port: number
  readonly version: string
  /** Where clients reach the service: scheme decides about HSTS, text appears in the OpenAPI. */
  readonly publicUrl: string
  /** Number of proxies in front, or their addresses; false: X-Forwarded-For is ignored. */
  readonly trustProxy: false | number | readonly string[]
  /** Origins that may call from a browser; `*` for all. */
  readonly corsOrigins: readonly string[]
  /** The built console; null serves none. */
  readonly consoleFolder: string | null
  readonly limits: ServerLimits
}

export interface ServerLimits {
  readonly requestTimeoutMs: number
  readonly connectionTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  readonly headersTimeoutMs: number
  /** Who takes an answer more slowly than this, `connectionTimeoutMs` aside, is cut. */
  readonly takenBytesPerMsMin: number
  readonly bodyBytesMax: number
  /** Requests being answered at once, `addressShareMax` of them for one address; the next one is 503. */
  readonly inFlightMax: number
  readonly eventLoopDelayMaxMs: number
  /** Share of the heap limit above which new requests are 503. */
  readonly heapShareMax: number
  /** From the signal to stop until idle connections are closed. */
  readonly drainMs: number
  /** From the signal to stop until the last connection is cut. */
  readonly stopMs: number
}

export const defaultServerLimits: ServerLimits = {
  requestTimeoutMs: 15_000,
  connectionTimeoutMs: 30_000,
  keepAliveTimeoutMs: 15_000,
  headersTimeoutMs: 10_000,
  // Kilobytes a second of a poor mobile line.
  takenBytesPerMsMin: 4,
  // All texts of a proposal are at most 24,576 bytes, six times that with \u escapes.
  bodyBytesMax: 196_608,
  inFlightMax: 512,
  eventLoopDelayMaxMs: 500,
  heapShareMax: 0.9,
  drainMs: 1_000,
  stopMs: 8_000,
}

/**
 * Of `inFlightMax`, what one address may hold, rounded up. An answer holds its place until it is read, so whoever reads
 * none keeps every place they get until the answer's time to be taken is over; the others have theirs.
 */
export const addressShareMax = 1 / 2

/** Beyond these Node drops headers in silence, an Authorization among them; so reaching it is a 400. */
export const headerCountMax = 100

/** An 8 KB token is then a 401 and a 20 KB header a 400. */
export const headerBytesMax = 16_384

/** Spreads load after a deploy: the connection is closed with this answer and the client opens another. */
export const requestsPerSocketMax = 1_000

/** How often Node looks for requests that took too long; timeouts fire only then. */
export const connectionsCheckMs = 1_000

/** A larger announced body is not worth reading to its end: the connection is closed instead. */
export const drainBytesMax = 8 * 1024 * 1024
