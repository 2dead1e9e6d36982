import { ApiError } from '../api-error.ts'
import type { Handler, RouteContext, RouteRequest } from './request.ts'
import { routeTable } from './route-table.ts'
import { isRelayed } from './routes/compile.ts'

export interface RestRequest {
  readonly method: string
  /** Path and query as they stand in the request line. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

export interface RestAnswer {
  readonly status: number
  /** Media type; empty for an answer without a body. */
  readonly type: string
  readonly text: string
  /** Of a 405: the methods that would have been right. */
  readonly allow?: string
}

interface Route {
  readonly method: string
  readonly segments: readonly string[]
  readonly handler: Handler
}

const routes: readonly Route[] = routeTable.map(([route, handler]) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, segments: path.split('/').slice(1), handler }
})

const NOT_FOUND = '<html><body><h1>Resource not found</h1></body></html>'
export const JSON_TYPE = 'application/json'

/** One request, one answer, whatever the request is: nothing a caller sends comes out as an exception. */
export async function handle(context: RouteContext, request: RestRequest): Promise<RestAnswer> {
  try {
    const found = route(request)
    if (found === 'unknown') return { status: 404, type: 'text/html', text: NOT_FOUND }
    if ('allow' in found) return { status: 405, type: '', text: '', allow: found.allow }
    if (request.headers['x-api-key'] !== undefined)
      throw new ApiError(401, { detail: 'Api key not configured in server' })
    const value = await found.handler(context, found.request)
    if (isRelayed(value)) return { status: value.status, type: value.type, text: value.text }
    if (value === undefined) return { status: 200, type: '', text: '' }
    return { status: 200, type: JSON_TYPE, text: JSON.stringify(value) }
  } catch (error) {
    if (error instanceof ApiError)
      return { status: error.status, type: JSON_TYPE, text: JSON.stringify(error.body) }
    return {
      status: 500,
      type: JSON_TYPE,
      text: JSON.stringify({ detail: `Internal server error: ${errorText(error)}` }),
    }
  }
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

function route(
  request: RestRequest,
): { handler: Handler; request: RouteRequest } | { allow: string } | 'unknown' {
  const [path = '', query = ''] = splitOnce(request.url, '?')
  const segments = path.replace(/\/$/, '').split('/').slice(1)
  const allowed: string[] = []
  for (const { method, segments: pattern, handler } of routes) {
    const params = match(pattern, segments)
    if (params === undefined) continue
    if (method !== request.method) {
      allowed.push(method)
      continue
    }
    return {
      handler,
      request: { method, path, params, query: new URLSearchParams(query), text: request.text },
    }
  }
  return allowed.length > 0 ? { allow: allowed.join(', ') } : 'unknown'
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index]!
    if (!part.startsWith('{')) {
      if (part !== segment) return undefined
      continue
    }
    params[part.slice(1, -1)] = decoded(segment)
  }
  return params
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
