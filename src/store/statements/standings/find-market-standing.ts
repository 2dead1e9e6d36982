import type { MarketState } from '../../../domain/index.ts'
import type { Reader } from '../../database.ts'

const sql = `
  select id, state, ends_at_ms
  from markets
  where market_address = $1`

/** What decides whether a market can be traded on; `open` here may mean closed, by the clock. */
export interface MarketStanding {
  readonly id: number
  readonly state: MarketState
  readonly endsAtMs: number
}

export async function findMarketStanding(db: Reader, marketAddress: string): Promise<MarketStanding | null> {
  const [row] = await db.query<{ id: number; state: MarketState; ends_at_ms: number }>({
    label: 'find-market-standing',
    sql,
    values: [marketAddress],
  })
  return row === undefined ? null : { id: row.id, state: row.state, endsAtMs: row.ends_at_ms }
}
