import type { CursorCodec, CursorScope, ListPage, PageRequest } from '../../store/index.ts'
import { invalid } from '../errors/invalid.ts'
import type { ReadText } from './read.ts'

export interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly page?: number
}

/** Reads limit, cursor and page of a query; the cursor must have been made for exactly this list. */
export function toPageRequest(
  query: PageQuery,
  {
    cursors,
    scope,
    limit,
  }: { readonly cursors: CursorCodec; readonly scope: CursorScope; readonly limit: number },
): PageRequest {
  if (query.cursor !== undefined && query.page !== undefined)
    throw invalid('page', query.page, 'page and cursor exclude each other: give one of them')
  return {
    limit,
    after: query.cursor === undefined ? null : cursors.decode(scope, query.cursor),
    offset: BigInt(query.page ?? 0) * BigInt(limit),
  }
}

/** The list's answer as text: records as the statement wrote them, and the pagination envelope. */
export function toListText(
  name: string,
  list: ListPage,
  {
    query,
    cursors,
    scope,
    limit,
    more = {},
  }: {
    readonly query: PageQuery
    readonly cursors: CursorCodec
    readonly scope: CursorScope
    readonly limit: number
    /** Further members of the answer, such as facets. */
    readonly more?: Readonly<Record<string, unknown>>
  },
): ReadText {
  const pagination = {
    limit,
    nextCursor: list.last === null ? null : cursors.encode(scope, list.last),
    page: query.page ?? 0,
    total: list.total,
  }
  const rest = JSON.stringify({ pagination, ...more }).slice(1)
  return { text: `{"${name}":${list.rows},${rest}`, view: list.view }
}
