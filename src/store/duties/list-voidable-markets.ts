import type { Reader } from '../database.ts'

const sql = `
  select id
  from markets
  where not resolved and state in ('open', 'closed') and ends_at_ms + $2 <= $1
  order by ends_at_ms, id
  limit $3`

/** Markets that ended so long ago, without a running submission, that anybody may void them. */
export async function listVoidableMarkets(
  db: Reader,
  {
    nowMs,
    voidAfterMs,
    limit,
  }: { readonly nowMs: number; readonly voidAfterMs: number; readonly limit: number },
): Promise<number[]> {
  const values = [nowMs, voidAfterMs, limit]
  const rows = await db.query<{ id: number }>({ label: 'list-voidable-markets', sql, values })
  return rows.map((row) => row.id)
}
