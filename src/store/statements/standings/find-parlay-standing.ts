import type { Reader } from '../../database.ts'

const sql = `
  select maker, status, expires_at_ms
  from parlays
  where id = $1`

export interface ParlayStanding {
  readonly maker: string
  readonly status: 'open' | 'taken' | 'cancelled' | 'expired' | 'settled'
  readonly expiresAtMs: number
}

/** Whose an offer is and whether it can still be taken. */
export async function findParlayStanding(db: Reader, parlayId: number): Promise<ParlayStanding | null> {
  const [row] = await db.query<{ maker: string; status: ParlayStanding['status']; expires_at_ms: number }>({
    label: 'find-parlay-standing',
    sql,
    values: [parlayId],
  })
  return row === undefined ? null : { maker: row.maker, status: row.status, expiresAtMs: row.expires_at_ms }
}
