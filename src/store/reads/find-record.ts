import type { Reader } from '../database.ts'
import { type Fragment, sql, toStatement } from './fragment.ts'
import type { ReadView } from './list-page.ts'

export interface FoundRecord {
  readonly view: ReadView
  /** JSON text of the record, or null when there is none. */
  readonly text: string | null
}

/** One record and the block it is of, in one statement. */
export async function findRecord(
  db: Reader,
  spec: {
    readonly label: string
    readonly from: Fragment
    readonly where: Fragment
    readonly record: Fragment
  },
): Promise<FoundRecord> {
  const statement = sql`
    select
      (select height from checkpoint) as height,
      (select revision from checkpoint) as revision,
      (
        select row_to_json(found)::text
        from ${spec.from}
        cross join lateral (select ${spec.record}) found
        where ${spec.where}
      ) as text`
  const [row] = await db.query<{ height: number | null; revision: number | null; text: string | null }>(
    toStatement(spec.label, statement),
  )
  return { view: { height: row?.height ?? 0, revision: row?.revision ?? 0 }, text: row?.text ?? null }
}
