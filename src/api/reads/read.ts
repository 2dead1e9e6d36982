import { clientOf } from '../../auth/index.ts'
import type { Access } from '../../wire/index.ts'
import { invalid } from '../errors/invalid.ts'
import type { ApiParts } from '../parts.ts'
import { Answer, type ApiRequest, type MayHaveNoRoom } from '../route.ts'
import type { CachedAnswer, FreshText, IndexMoment } from './response-cache.ts'

type Compute<P, Q, A extends Access> = (
  request: ApiRequest<P, Q, unknown, A>,
  parts: ApiParts,
) => Promise<FreshText>

type AnyRequest = ApiRequest<unknown, unknown, unknown, Access>

type Read<P, Q, A extends Access> = (
  request: ApiRequest<P, Q, unknown, A>,
  parts: ApiParts,
) => Promise<Answer>

/**
 * Makes a handler of a read: waits for `X-Min-Block-Height`, answers from the cache while the index has not moved, and
 * says in headers which block the answer is of.
 */
export function read<P, Q, A extends Access>(compute: Compute<P, Q, A>): Read<P, Q, A> {
  return (request, parts) => respond(request, parts, () => compute(request, parts))
}

/**
 * The same of a list: what no cache has must find room at the gate, and may come from a read replica. It takes its place
 * before it asks how far the index is: all who came while that was read would find the same room free. Whoever waits for
 * a block takes it afterwards.
 */
export function readList<P, Q, A extends Access>(compute: Compute<P, Q, A>): Read<P, Q, A> & MayHaveNoRoom {
  const elsewhere = orOnReplica(compute)
  const list: Read<P, Q, A> = (request, parts) => {
    const { listGate, cache } = parts
    const place = isDeep(request) ? Symbol('page') : request.url
    const work = (at: IndexMoment) => elsewhere(request, parts, at)
    return request.headers[minBlockHeight] !== undefined || cache.holds(request.url)
      ? respond(request, parts, (at) => listGate.pass(place, () => work(at)))
      : listGate.pass(place, () => respond(request, parts, work))
  }
  return Object.assign(list, {
    hasRoom: (url: string, { listGate, cache }: ApiParts) => listGate.hasRoom(url) || cache.holds(url),
  })
}

/** The same of a search, whose few connections are a gate of their own. */
export function readSearch<P, Q, A extends Access>(compute: Compute<P, Q, A>): Read<P, Q, A> {
  const elsewhere = orOnReplica(compute)
  return (request, parts) => respond(request, parts, (at) => elsewhere(request, parts, at))
}

const orOnReplica =
  <P, Q, A extends Access>(compute: Compute<P, Q, A>) =>
  (request: ApiRequest<P, Q, unknown, A>, parts: ApiParts, at: IndexMoment): Promise<FreshText> =>
    parts.replicas === null
      ? compute(request, parts)
      : parts.replicas.answer(at, (database) => compute(request, { ...parts, database }))

async function respond(
  request: AnyRequest,
  parts: ApiParts,
  compute: (at: IndexMoment) => Promise<FreshText>,
): Promise<Answer> {
  const status = await reached(request, parts)
  const at = status ?? beforeTheFirstBlock
  if (isDeep(request)) return uncached(await compute(at), status, parts, 'no-cache')
  const entry = await shared(request, parts, at, () => compute(at))
  if (entry.revision > at.revision) parts.index.expire()
  const headers = { ...freshness(entry.height, status, parts, 'no-cache'), etag: entry.etag }
  if (!matches(request.headers['if-none-match'], entry.etag))
    return new Answer({ headers, text: entry.bytes })
  // Of a HEAD the framework says how long the text is and sends none; without one it would say 0, which the copy is not.
  return request.method === 'HEAD'
    ? new Answer({ status: 304, headers, text: entry.bytes })
    : new Answer({ status: 304, headers })
}

/** An answer for one: its text is sent as it is. */
function uncached(
  { text, view }: FreshText,
  status: Status,
  parts: ApiParts,
  cacheControl: CacheControl,
): Answer {
  if (view.revision > (status?.revision ?? 0)) parts.index.expire()
  return new Answer({ headers: freshness(view.height, status, parts, cacheControl), text })
}

function shared(
  { url }: AnyRequest,
  { cache }: ApiParts,
  at: IndexMoment,
  compute: () => Promise<FreshText>,
): CachedAnswer | Promise<CachedAnswer> {
  return cache.get(url, at) ?? cache.fill(url, at, compute)
}

/** A page further down is one walker's: kept, it would only push out what many ask for, and nobody asks for it again. */
const isDeep = ({ query }: AnyRequest): boolean =>
  (query as { readonly cursor?: string } | undefined)?.cursor !== undefined

/** A read whose answer depends on who asks: never cached, here or on the way. */
export function readPrivately<P, Q, A extends Access>(compute: Compute<P, Q, A>) {
  return async (request: ApiRequest<P, Q, unknown, A>, parts: ApiParts): Promise<Answer> => {
    const status = await reached(request, parts)
    return uncached(await compute(request, parts), status, parts, 'no-store')
  }
}

const minBlockHeight = 'x-min-block-height'

const beforeTheFirstBlock: IndexMoment = { epoch: '', revision: 0 }

type Status = Awaited<ReturnType<ApiParts['index']['current']>>

type CacheControl = 'no-cache' | 'no-store'

const freshness = (
  height: number,
  status: Status,
  { index }: ApiParts,
  cacheControl: CacheControl,
): Record<string, string> => ({
  'x-block-height': String(height),
  'x-index-lag-ms': String(status ? index.lagMs(status) : 0),
  'cache-control': cacheControl,
})

function reached({ headers, key, client }: AnyRequest, { index }: ApiParts): Promise<Status> {
  const header = headers[minBlockHeight]
  if (header === undefined) return index.current()
  if (typeof header !== 'string' || !/^(0|[1-9][0-9]{0,15})$/.test(header))
    throw invalid('X-Min-Block-Height', header, 'X-Min-Block-Height must be a block height in plain digits')
  return index.reach(Number(header), { owner: key?.ownerAddress ?? null, address: clientOf(client) })
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
