import type { TSchema } from 'typebox'
import * as Type from 'typebox'
import { Filled, INTEGER_MAX, Named, Nullable, Strict } from './fields.ts'

/** Rows of a page when nobody says how many. */
export const PAGE_SIZE = 50
/** The same of what one wallet has. */
export const WALLET_PAGE_SIZE = 100

export const PAGE_SIZE_MAX = 200

/** Query fields of every list with a cursor; `limit` differs from list to list. */
export const pageQuery = (limitDefault = PAGE_SIZE) => ({
  limit: Filled(
    Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, description: 'rows per page' }),
    limitDefault,
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'nextCursor of the page before; not together with page',
    }),
  ),
  page: Type.Optional(
    Type.Integer({ minimum: 0, maximum: INTEGER_MAX, description: '0-based page; not together with cursor' }),
  ),
})

export const Pagination = Named(
  'Pagination',
  {
    limit: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX }),
    nextCursor: Nullable(Type.String({ maxLength: 256 })),
    page: Type.Integer({ minimum: 0, maximum: INTEGER_MAX }),
    total: Type.Integer({ minimum: 0, maximum: INTEGER_MAX }),
  },
  'where this page stands in its list; nextCursor is null on the last page, total is exact unless a bound was asked for',
)

/** A page of records, under their own name. */
export const pageOf = <T extends Record<string, TSchema>>(rows: T, description: string) =>
  Strict({ ...rows, pagination: Pagination }, description)
