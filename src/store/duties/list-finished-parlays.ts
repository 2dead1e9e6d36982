import type { Reader } from '../database.ts'

export interface FinishedParlay {
  readonly id: number
  readonly action: 'refund' | 'settle'
}

/**
 * A taken parlay is decided when a leg is lost, or when every leg is resolved; an open one goes back when it expired.
 * A leg's final outcome is 1 yes, 2 no, 3 void.
 */
const sql = `
  select r.id, case r.status when 'open' then 'refund' else 'settle' end as action
  from parlays r
  cross join lateral (
    select
      bool_or(m.resolved and m.final_outcome <> 3
        and m.final_outcome <> case bet->>'outcome' when 'yes' then 1 else 2 end) as lost,
      bool_and(m.resolved) as decided
    from jsonb_array_elements(r.legs) bet
    join markets m on m.market_address = bet->>'marketAddress'
    where r.status = 'taken'
  ) legs
  where r.status in ('open', 'taken')
    and (r.status = 'open' and r.expires_at_ms <= $1 or r.status = 'taken' and (legs.lost or legs.decided))
  order by r.id
  limit $2`

/** Parlays that can be paid out or given back, oldest first. */
export async function listFinishedParlays(
  db: Reader,
  nowMs: number,
  limit: number,
): Promise<FinishedParlay[]> {
  return db.query<FinishedParlay>({ label: 'list-finished-parlays', sql, values: [nowMs, limit] })
}
