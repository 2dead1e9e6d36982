import { type MarketRow, markets } from '../chain/market-tables.ts'
import { fromRow, nameList } from '../chain/row-json.ts'
import type { Reader } from '../database.ts'

interface Span {
  /** Exclusive. */
  readonly fromMs: number
  /** Inclusive. */
  readonly toMs: number
}

const endingSql = `
  select ${nameList(markets.columns)}
  from markets
  where not resolved and state = 'open' and ends_at_ms > $1 and ends_at_ms <= $2
  order by id`

/** Open markets whose trading ends in a span of block time. */
export async function listEndingMarkets(db: Reader, { fromMs, toMs }: Span): Promise<MarketRow[]> {
  if (toMs <= fromMs) return []
  const rows = await db.query<Record<string, unknown>>({
    label: 'list-ending-markets',
    sql: endingSql,
    values: [fromMs, toMs],
  })
  return rows.map((row) => fromRow(markets, row))
}

export interface RevealFallingDue {
  readonly voter: string
  readonly marketAddress: string
  readonly dueAtMs: number
  readonly endsAtMs: number
}

const revealsSql = `
  select c.voter, m.market_address as "marketAddress", d.commit_ends_at_ms as "dueAtMs",
    d.reveal_ends_at_ms as "endsAtMs"
  from rounds d
  join commits c on c.market_id = d.market_id and c.round = d.round
  join markets m on m.id = d.market_id
  where d.finalized_at_ms is null and d.commit_ends_at_ms > $1 and d.commit_ends_at_ms <= $2 and c.vote = 0
  order by c.id`

/** Mostly there is none, and whoever plans a look at one table is done sooner than with three. */
const roundsSql = `
  select 1 as found
  from rounds
  where finalized_at_ms is null and commit_ends_at_ms > $1 and commit_ends_at_ms <= $2
  limit 1`

/** Committed votes whose time to be revealed begins in a span of block time. */
export async function listRevealsFallingDue(db: Reader, { fromMs, toMs }: Span): Promise<RevealFallingDue[]> {
  if (toMs <= fromMs) return []
  const values = [fromMs, toMs]
  const ended = await db.query({ label: 'find-round-to-reveal', sql: roundsSql, values })
  if (ended.length === 0) return []
  return db.query<RevealFallingDue>({ label: 'list-reveals-falling-due', sql: revealsSql, values })
}

const withdrawalsSql = `
  select wallet, unlock_at_ms as "dueAtMs"
  from stakes
  where unlocking > 0 and unlock_at_ms > $1 and unlock_at_ms <= $2
  order by wallet`

export interface WithdrawalFallingDue {
  readonly wallet: string
  readonly dueAtMs: number
}

/** Stakes that can be withdrawn from a moment in a span of block time on. */
export const listWithdrawalsFallingDue = (
  db: Reader,
  { fromMs, toMs }: Span,
): Promise<WithdrawalFallingDue[]> =>
  toMs <= fromMs
    ? Promise.resolve([])
    : db.query<WithdrawalFallingDue>({
        label: 'list-withdrawals-falling-due',
        sql: withdrawalsSql,
        values: [fromMs, toMs],
      })
