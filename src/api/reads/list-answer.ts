import type { CursorScope, ListPage, PageRequest } from '../../store/index.ts'
import { invalid } from '../errors/invalid.ts'
import type { ApiParts } from '../parts.ts'
import type { FreshText } from './response-cache.ts'

export interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
  readonly page?: number
}

export interface ListRequest {
  /** The member of the answer that holds the records. */
  readonly name: string
  /** Path with its parameters: a cursor is bound to it. */
  readonly path: string
  readonly query: PageQuery
  readonly limitDefault: number
  /** Everything besides limit, cursor and page that chooses rows; undefined ones are left out. */
  readonly filters?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly sort?: string
  readonly order?: 'asc' | 'desc'
  list(page: PageRequest): Promise<ListPage>
  /** Further members of the answer, such as facets. */
  more?(): Promise<Readonly<Record<string, unknown>>>
}

/**
 * A page of a list as text: limit, cursor and page are read, the records stay as the statement wrote them, and the
 * pagination envelope is put behind them. A cursor must have been made for exactly this list.
 */
export async function answerList(request: ListRequest, { cursors }: ApiParts): Promise<FreshText> {
  const { name, query } = request
  const limit = query.limit ?? request.limitDefault
  const scope: CursorScope = {
    list: request.path,
    filters: present(request.filters ?? {}),
    sort: request.sort ?? 'created-at',
    order: request.order ?? 'desc',
  }
  const own = cursors.of(scope)
  if (query.cursor !== undefined && query.page !== undefined)
    throw invalid('page', query.page, 'page and cursor exclude each other: give one of them')
  const list = await request.list({
    limit,
    after: query.cursor === undefined ? null : own.decode(query.cursor),
    offset: BigInt(query.page ?? 0) * BigInt(limit),
  })
  const pagination = {
    limit,
    nextCursor: list.last === null ? null : own.encode(list.last),
    page: query.page ?? 0,
    total: list.total,
  }
  const more = request.more === undefined ? {} : await request.more()
  const rest = JSON.stringify({ pagination, ...more }).slice(1)
  return { text: `{"${name}":[${list.records}],${rest}`, view: list.view }
}

function present(
  filters: Readonly<Record<string, string | number | boolean | undefined>>,
): CursorScope['filters'] {
  const given = Object.entries(filters).filter((entry): entry is [string, string | number | boolean] => {
    return entry[1] !== undefined
  })
  return Object.fromEntries(given)
}
