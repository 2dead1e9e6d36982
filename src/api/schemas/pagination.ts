import { Type } from 'typebox'
import { INTEGER_MAX, Named, Nullable } from './fields.ts'

/** Query fields of every list with a cursor; `limit` differs from list to list. */
export const pageQuery = (limitDefault: number, limitMax = 200) => ({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault, description: 'rows per page' }),
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
    limit: Type.Integer({ minimum: 1, maximum: 200 }),
    nextCursor: Nullable(Type.String({ maxLength: 256 })),
    page: Type.Integer({ minimum: 0, maximum: INTEGER_MAX }),
    total: Type.Integer({ minimum: 0, maximum: INTEGER_MAX }),
  },
  'where this page stands in its list; nextCursor is null on the last page, total is exact',
)
