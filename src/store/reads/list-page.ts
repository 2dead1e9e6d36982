import type { CursorPosition } from '../cursor.ts'
import type { Lister, Reader } from '../database.ts'
import { allOf, type Fragment, sql, toStatement } from './fragment.ts'

/**
 * One page of one list, in one statement where it can be: so rows, total and block height are of the same moment without
 * a transaction. Keyset by row comparison, `(key, id) < ($1, $2)`, costs the same at any depth.
 *
 * A sort by creation is a sort by id alone: ids follow the chain, and after a reorganisation an id stays where it was
 * in that order even when its block's time changed, so no id is shown twice in a walk.
 */
export interface ListSpec extends ListRows {
  readonly label: string
  readonly order: 'asc' | 'desc'
  /**
   * The same rows, divided where the list's index is: each part is read in its own order and the first rows of all are
   * merged. Absent: the list is one.
   */
  readonly parts?: readonly ListRows[]
  /**
   * The same rows, found in another way: one of the two ways has none. Never merged with the other: half of a merge is
   * thought to come from each, so that half of the way is thought to be enough.
   */
  readonly otherwise?: ListRows
  /** Common table expressions that `from` names, for example matches of a search: `matched as materialized (…)`. */
  readonly before?: Fragment
  /** Where the record's columns come from once the ids are known; `from` and its joins. */
  readonly recordFrom: Fragment
  /** The id in `recordFrom`, when it is not called as in `from`. */
  readonly recordId?: Fragment
  /** `from` holds only the first rows of the list, so it cannot be scanned from its end. */
  readonly onlyForwards?: boolean
  /** Select list of the record, each column under its name in the interface. */
  readonly record: Fragment
  /** Scalar expression: how many rows the whole list has; parts may ask for it as `(select n from total)`. */
  readonly total: Fragment
  /** The planner must see what is asked for, see {@link Statement.isPlannedAnew}. */
  readonly isPlannedAnew?: boolean
  /** Scalar expression: the number of what the list belongs to, null when there is no such thing. */
  readonly owner?: Fragment
}

export interface ListRows {
  /** What is paged over, for example `trades t`. */
  readonly from: Fragment
  readonly where: readonly Fragment[]
  /** The row's unique id, for example `t.id`. */
  readonly id: Fragment
  /** A sort key that is never null; absent: by id alone. */
  readonly key?: SortKey
}

/** A column to sort by. A cursor's value takes its type: compared with another one, an index would be of no use. */
export interface SortKey {
  readonly column: Fragment
  readonly type: 'numeric' | 'bigint'
}

const sqlTypes = { numeric: sql`numeric`, bigint: sql`bigint` } as const

export interface PageRequest {
  readonly limit: number
  readonly after: CursorPosition | null
  /** Rows to skip; zero with a cursor. */
  readonly offset: bigint
}

/** The moment an answer is of. Zero before the first block. */
export interface ReadView {
  readonly height: number
  readonly revision: number
}

export interface ListPage {
  readonly view: ReadView
  readonly total: number
  /** The records as JSON, with commas between them: what a JSON array has between its brackets. */
  readonly records: string
  /** The last record shown, when another follows. */
  readonly last: CursorPosition | null
  /** What the list belongs to; null when that was not found, or nobody asked. */
  readonly owner: number | null
}

interface PageRow {
  readonly height: number | null
  readonly revision: number | null
  readonly total: number
  readonly shown: string | null
  readonly picked: number
  readonly last_key: string | null
  readonly last_id: string | null
  readonly owner?: number | null
}

/** `asc` walks the index backwards; the words are a closed table, not text from outside. */
const directions = {
  asc: { word: sql`asc`, beyond: sql`>` },
  desc: { word: sql`desc`, beyond: sql`<` },
} as const

export function listPage(db: Lister, spec: ListSpec, page: PageRequest): Promise<ListPage> {
  if (page.offset > 0n) return db.together((reader) => listByOffset(reader, spec, page))
  const rows = { after: page.after, order: spec.order, limit: page.limit + 1, offset: 0 }
  return run(db, spec, { picked: pick(spec, rows), limit: page.limit, order: spec.order })
}

function beyond({ key, id }: ListRows, after: CursorPosition, order: 'asc' | 'desc'): Fragment {
  const { beyond } = directions[order]
  return key
    ? sql`(${key.column}, ${id}) ${beyond} (${after.value}::${sqlTypes[key.type]}, ${after.id}::bigint)`
    : sql`${id} ${beyond} ${after.id}::bigint`
}

interface Slice {
  readonly after: CursorPosition | null
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** Ids and sort keys of some rows of the list. */
function pick(spec: ListSpec, { after, order, limit, offset }: Slice): Fragment {
  const { word } = directions[order]
  const ordered = (rows: ListRows, most: number): Fragment => sql`
    select ${rows.id} as id, ${rows.key?.column ?? rows.id} as key
    from ${rows.from}
    where ${allOf(after ? [...rows.where, beyond(rows, after, order)] : rows.where)}
    order by ${rows.key ? sql`${rows.key.column} ${word}, ` : sql``}${rows.id} ${word}
    limit ${most}`
  const skip = offset === 0 ? sql`` : sql` offset ${offset}`
  const way = (first: ListRows, ...others: readonly ListRows[]): Fragment => {
    if (others.length === 0) return sql`${ordered(first, limit)}${skip}`
    const part = (rows: ListRows): Fragment => sql`(${ordered(rows, offset + limit)})`
    const merged = others.reduce((all, other) => sql`${all} union all ${part(other)}`, part(first))
    return sql`select id, key from (${merged}) merged order by key ${word}, id ${word} limit ${limit}${skip}`
  }
  const [first = spec, ...others] = spec.parts ?? []
  const found = way(first, ...others)
  return spec.otherwise ? sql`(${found}) union all (${way(spec.otherwise)})` : found
}

/**
 * Deep pages: beyond the total nothing is scanned, and in the second half the scan comes from the other end. Reading
 * the total first is what makes the largest legal page cheap.
 */
async function listByOffset(db: Reader, spec: ListSpec, page: PageRequest): Promise<ListPage> {
  const counted = await run(db, spec, {
    picked: sql`select 0::bigint as id, 0 as key where false`,
    limit: 0,
    order: spec.order,
  })
  const total = BigInt(counted.total)
  if (page.offset >= total) return counted
  const reversed = page.offset > total / 2n && !spec.onlyForwards
  const order = reversed ? (spec.order === 'asc' ? 'desc' : 'asc') : spec.order
  const left = Number(total - page.offset)
  const wanted = Math.min(page.limit + 1, left)
  const offset = reversed ? Math.max(0, left - wanted) : Number(page.offset)
  const picked = pick(spec, { after: null, order, limit: wanted, offset })
  const known = { ...spec, total: sql`${counted.total}::bigint` }
  return run(db, known, { picked, limit: page.limit, order: spec.order })
}

function run(
  db: Reader,
  spec: ListSpec,
  {
    picked,
    limit,
    order,
  }: { readonly picked: Fragment; readonly limit: number; readonly order: 'asc' | 'desc' },
): Promise<ListPage> {
  const { word } = directions[order]
  const statement = sql`
    with ${spec.before ? sql`${spec.before}, ` : sql``}total as materialized (select coalesce(${spec.total}, 0)::bigint as n),
    picked as materialized (${picked}),
    shown as (select id, key from picked order by key ${word}, id ${word} limit ${limit}),
    last as (select id, key from shown order by key ${order === 'asc' ? sql`desc` : sql`asc`}, id ${order === 'asc' ? sql`desc` : sql`asc`} limit 1)
    select
      (select height from checkpoint) as height,
      (select revision from checkpoint) as revision,
      (select n from total) as total,
      (select count(*) from picked) as picked,
      (select key::text from last) as last_key,
      (select id::text from last) as last_id,
      ${spec.owner ? sql`${spec.owner} as owner,` : sql``}
      (
        select string_agg(row_to_json(record)::text, ',' order by s.key ${word}, s.id ${word})
        from shown s
        join ${spec.recordFrom} on ${spec.recordId ?? spec.id} = s.id
        cross join lateral (select ${spec.record}) record
      ) as shown`
  return db
    .query<PageRow>({ ...toStatement(spec.label, statement), isPlannedAnew: spec.isPlannedAnew === true })
    .then(([row]) => toPage(row, limit))
}

function toPage(row: PageRow | undefined, limit: number): ListPage {
  const more = row !== undefined && row.picked > limit && limit > 0
  return {
    view: { height: row?.height ?? 0, revision: row?.revision ?? 0 },
    total: row?.total ?? 0,
    records: row?.shown ?? '',
    last: more ? { value: row.last_key ?? '0', id: row.last_id ?? '0' } : null,
    owner: row?.owner ?? null,
  }
}
