import type { CursorScope, ListPage, PageRequest } from '../../store/index.ts'
import { invalid } from '../errors/invalid.ts'
import type { ApiParts } from '../parts.ts'
import type { FreshText } from './response-cache.ts'

export interface ListRequest {
  /** Path with its parameters: a cursor is bound to it. */
  readonly path: string
  readonly query: { readonly limit: number; readonly cursor?: string; readonly page?: number }
}

export interface ListAnswer {
  /** The member of the answer that holds the records. */
  readonly name: string
  /** Everything besides limit, cursor and page that chooses rows. */
  readonly filters?: CursorScope['filters']
  readonly sort?: string
  readonly order?: 'asc' | 'desc'
  list(page: PageRequest): Promise<ListPage>
  /** Further members of the answer, such as facets. */
  more?(): Promise<Readonly<Record<string, unknown>>>
}

/**
 * A page of a list as text: cursor and page are read, the records stay as the statement wrote them, and the pagination
 * envelope is put behind them. A cursor must have been made for exactly this list.
 */
export async function answerList(
  { path, query }: ListRequest,
  { cursors, venue }: ApiParts,
  { name, filters = {}, sort = 'created-at', order = 'desc', list, more }: ListAnswer,
): Promise<FreshText> {
  const { limit, cursor, page } = query
  const own = cursors.of({ list: sameSpelling(path, venue.group), filters, sort, order })
  if (cursor !== undefined && page !== undefined)
    throw invalid('page', page, 'page and cursor exclude each other: give one of them')
  const { records, last, total, view } = await list({
    limit,
    after: cursor === undefined ? null : own.decode(cursor),
    offset: BigInt(page ?? 0) * BigInt(limit),
  })
  const pagination = { limit, nextCursor: last === null ? null : own.encode(last), page: page ?? 0, total }
  const rest = JSON.stringify(more === undefined ? { pagination } : { pagination, ...(await more()) })
  return { text: `{"${name}":[${records}],${rest.slice(1)}`, view }
}

/** An address with the venue's group behind it is the one without: a cursor got under one works under the other. */
const sameSpelling = (path: string, group: number): string =>
  /[:%]/.test(path)
    ? decodeURIComponent(path).replace(/:([0-3])(?=\/|$)/, (suffix, digit) =>
        digit === String(group) ? '' : suffix,
      )
    : path
