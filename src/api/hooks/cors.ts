import type { IncomingMessage } from 'node:http'

const exposed = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
  'X-Block-Height',
  'X-Index-Lag-Ms',
  'ETag',
  'X-Next-Cursor',
].join(', ')

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, X-Request-Id, X-Min-Block-Height, If-None-Match, Last-Event-ID',
  'access-control-max-age': '600',
}

type Headers = Readonly<Record<string, string>>

export interface Cors {
  /** Headers of an ordinary answer to this request. */
  headersFor(request: IncomingMessage): Headers
  /** Headers of the answer to a preflight, or null when the request is none. */
  preflightFor(request: IncomingMessage): Headers | null
}

export const noHeaders: Headers = {}

/**
 * Who may call from a browser. Keys travel in a header and there are no cookies, so `*` opens nothing that a plain
 * client could not reach. An origin that is not allowed gets an answer without CORS headers, which its browser hides.
 */
export function createCors(origins: readonly string[]): Cors {
  const all = origins.includes('*')
  const allowed = new Set(origins)
  const toAll: Headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed }

  function headersFor(request: IncomingMessage): Headers {
    if (all) return request.headers.origin === undefined ? noHeaders : toAll
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return { vary: 'Origin' }
    return { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed, vary: 'Origin' }
  }

  return {
    headersFor,
    preflightFor(request) {
      if (request.method !== 'OPTIONS' || request.headers.origin === undefined) return null
      if (request.headers['access-control-request-method'] === undefined) return null
      return { ...headersFor(request), ...preflight }
    },
  }
}
