import { invalid } from '../errors/invalid.ts'
import { overloaded } from '../errors/overloaded.ts'
import type { ApiParts } from '../parts.ts'
import { type Access, type Answer, type ApiRequest, answer } from '../route.ts'
import type { CachedAnswer, FreshText } from './response-cache.ts'

type Compute<P, Q, A extends Access> = (
  request: ApiRequest<P, Q, unknown, A>,
  parts: ApiParts,
) => Promise<FreshText>

/** Headers every read carries, for the OpenAPI. */
export const readHeaders = {
  'X-Block-Height': 'height of the block this answer reflects',
  'X-Index-Lag-Ms': 'how far the index is behind its node, in milliseconds',
  ETag: 'changes when the answer does',
} as const

/** What a read may answer besides its success and errors. */
export const readAlsoAnswers = { 304: 'the copy named by If-None-Match is still right' } as const

type Read<P, Q, A extends Access> = (
  request: ApiRequest<P, Q, unknown, A>,
  parts: ApiParts,
) => Promise<Answer>

/**
 * Makes a handler of a read: waits for `X-Min-Block-Height`, answers from the cache while the index has not moved, and
 * says in headers which block the answer is of.
 */
export function read<P, Q, A extends Access>(compute: Compute<P, Q, A>): Read<P, Q, A> {
  return (request, parts) => respond(compute, request, parts, { key: keyOf(request), hold: null })
}

/** The same of a list: what no cache has must find room at the gate, before anything is awaited for it. */
export function readList<P, Q, A extends Access>(compute: Compute<P, Q, A>): Read<P, Q, A> {
  return (request, parts) => {
    const key = keyOf(request)
    const hold = { inside: false }
    if (!parts.cache.has(key)) enter(hold, parts)
    return respond(compute, request, parts, { key, hold })
  }
}

const keyOf = ({ path, query }: { readonly path: string; readonly query: unknown }): string =>
  `${path}?${JSON.stringify(query)}`

interface Hold {
  inside: boolean
}

function enter(hold: Hold, { listGate }: ApiParts): void {
  hold.inside = listGate.enter()
  if (!hold.inside) throw overloaded
}

async function respond<P, Q, A extends Access>(
  compute: Compute<P, Q, A>,
  request: ApiRequest<P, Q, unknown, A>,
  parts: ApiParts,
  { key, hold }: { readonly key: string; readonly hold: Hold | null },
): Promise<Answer> {
  let wasServed = false
  try {
    const fill = (revision: number): Promise<CachedAnswer> =>
      parts.cache.fill(key, revision, () => compute(request, parts))
    const minHeight = request.headers['x-min-block-height']
    let status: Status
    let entry: CachedAnswer | null
    if (minHeight === undefined && !parts.cache.has(key)) {
      // The answer says itself what it is of: nobody waits for a look at the index first.
      const filling = fill(parts.index.seenRevision())
      const recent = parts.index.recent()
      ;[status, entry] =
        recent === undefined ? await Promise.all([parts.index.current(), filling]) : [recent, await filling]
    } else {
      status = await reached(minHeight, parts)
      const revision = status?.revision ?? 0
      entry = parts.cache.get(key, revision, request.url)
      if (entry === null) {
        // What the cache had was of an older block.
        if (hold !== null && !hold.inside) enter(hold, parts)
        entry = await fill(revision)
      }
    }
    wasServed = true
    const headers = {
      ...freshness(entry.height, status, parts),
      etag: entry.etag,
      'cache-control': 'no-cache',
    }
    if (matches(request.headers['if-none-match'], entry.etag)) return answer({ status: 304, headers })
    return answer({ headers, text: entry.bytes })
  } finally {
    if (hold?.inside) parts.listGate.leave(wasServed)
  }
}

/** A read whose answer depends on who asks: never cached, here or on the way. */
export function readPrivately<P, Q, A extends Access>(compute: Compute<P, Q, A>) {
  return async (request: ApiRequest<P, Q, unknown, A>, parts: ApiParts): Promise<Answer> => {
    const status = await reached(request.headers['x-min-block-height'], parts)
    const { text, view } = await compute(request, parts)
    return answer({
      headers: { ...freshness(view.height, status, parts), 'cache-control': 'no-store' },
      text: typeof text === 'string' ? text : text.join(''),
    })
  }
}

type Status = Awaited<ReturnType<ApiParts['index']['current']>>

const freshness = (height: number, status: Status, { index }: ApiParts): Record<string, string> => ({
  'x-block-height': String(height),
  'x-index-lag-ms': String(status ? index.lagMs(status) : 0),
})

function reached(header: string | string[] | undefined, { index }: ApiParts): Promise<Status> {
  if (header === undefined) return index.current()
  if (typeof header !== 'string' || !/^(0|[1-9][0-9]{0,15})$/.test(header))
    throw invalid('X-Min-Block-Height', header, 'X-Min-Block-Height must be a block height in plain digits')
  return index.reach(Number(header))
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
