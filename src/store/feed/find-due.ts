import { loadRows } from '../chain/load-rows.ts'
import { type MarketRow, markets } from '../chain/market-tables.ts'
import { PAGE_ROWS } from '../chain/query-in-pages.ts'
import { fromRow, nameList } from '../chain/row-json.ts'
import type { Reader } from '../database.ts'
import type { VenueTransaction } from './venue-transactions.ts'

export interface Span {
  /** Exclusive. */
  readonly fromMs: number
  /** Inclusive. */
  readonly toMs: number
}

const endingSql = `
  select ${nameList(markets.columns)}
  from markets
  where not resolved and state = 'open' and ends_at_ms > $1 and ends_at_ms <= $2 or id = any($3::bigint[])
  order by id`

/** Open markets whose trading ends in a span of block time, and those of the ids given: with a block both are asked for. */
export async function listEndingMarkets(
  db: Reader,
  { fromMs, toMs }: Span,
  ids: readonly number[] = [],
): Promise<MarketRow[]> {
  if (toMs <= fromMs && ids.length === 0) return []
  const rows = await db.query<Record<string, unknown>>({
    label: 'list-ending-markets',
    sql: endingSql,
    values: [fromMs, toMs, ids.slice(0, PAGE_ROWS)],
  })
  const others = await loadRows(
    db,
    markets,
    ['id'],
    ids.slice(PAGE_ROWS).map((id) => ({ id })),
  )
  return [...rows.map((row) => fromRow(markets, row)), ...others]
}

export interface Reveal {
  readonly voter: string
  readonly marketAddress: string
  readonly dueAtMs: number
  readonly endsAtMs: number
}

export interface Withdrawal {
  readonly wallet: string
  readonly dueAtMs: number
}

/** What comes with the time or the height of a block, in order. */
export interface FallingDue {
  /** The venue's transactions whose last confirmation comes. */
  readonly confirmed: readonly VenueTransaction[]
  /** Whether the time of some unlock comes. */
  readonly hasUnlocks: boolean
  /** Whether votes of some round can be revealed. */
  readonly hasReveals: boolean
  /** Of the markets asked for, the version of the book that was told last. */
  readonly bookVersions: ReadonlyMap<number, number>
}

/** Asked with every block, and mostly there is nothing: one statement, for a round trip takes longer than each look. */
const dueSql = `
  select 'confirmed' as what, tx_id as who, height as at
  from transactions
  where height > $1 and height <= $2 and is_venue
  union all
  select 'unlock', '', unlock_at_ms
  from stakes
  where unlocking > 0 and unlock_at_ms > $3 and unlock_at_ms <= $4
  union all
  select 'round', '', commit_ends_at_ms
  from rounds
  where finalized_at_ms is null and commit_ends_at_ms > $3 and commit_ends_at_ms <= $4
  union all
  select 'book', market_id::text, version
  from feed_books
  where market_id = any($5::bigint[])
  order by at, who`

const revealsSql = `
  select c.voter, m.market_address as "marketAddress", d.commit_ends_at_ms as "dueAtMs",
    d.reveal_ends_at_ms as "endsAtMs"
  from rounds d
  join commits c on c.market_id = d.market_id and c.round = d.round
  join markets m on m.id = d.market_id
  where d.finalized_at_ms is null and d.commit_ends_at_ms > $1 and d.commit_ends_at_ms <= $2 and c.vote = 0
  order by c.id`

/** Paid when its time has come and no commit of the wallet is left that is not worked off, whichever is later. */
const withdrawalsSql = `
  select s.wallet, greatest(s.unlock_at_ms, (
      select max(ms)
      from unnest($3::text[], $4::bigint[]) as worked_off (wallet, ms)
      where worked_off.wallet = s.wallet)) as "dueAtMs"
  from stakes s
  where s.unlocking > 0 and s.unlock_at_ms <= $2 and (s.unlock_at_ms > $1 or s.wallet = any($3::text[]))
    and not exists (select 1 from commits c where c.voter = s.wallet and c.worked_off_at_ms is null)
  order by 2, 1`

interface DueRow {
  readonly what: 'confirmed' | 'unlock' | 'round' | 'book'
  readonly who: string
  readonly at: number
}

/** What falls due in a span of block time; transactions are confirmed by height: in blocks above one, up to another. */
export async function findFallingDue(
  db: Reader,
  { fromMs, toMs }: Span,
  { above, upTo }: { readonly above: number; readonly upTo: number },
  bookIds: readonly number[],
): Promise<FallingDue> {
  const rows = await db.query<DueRow>({
    label: 'find-falling-due',
    sql: dueSql,
    values: [above, upTo, fromMs, toMs, bookIds],
  })
  const of = (kind: DueRow['what']) => rows.filter(({ what }) => what === kind)
  return {
    confirmed: of('confirmed').map(({ who, at }) => ({ txId: who, height: at })),
    hasUnlocks: of('unlock').length > 0,
    hasReveals: of('round').length > 0,
    bookVersions: new Map(of('book').map(({ who, at }) => [Number(who), at])),
  }
}

/** Votes that can be revealed from a span of block time on. */
export const listRevealsFallingDue = (db: Reader, { fromMs, toMs }: Span): Promise<Reveal[]> =>
  db.query<Reveal>({ label: 'list-reveals-falling-due', sql: revealsSql, values: [fromMs, toMs] })

export interface WorkedOff {
  readonly wallet: string
  readonly atMs: number
}

/** Stakes that can be withdrawn from a span of block time on, with the commits that were worked off in it. */
export const listWithdrawalsFallingDue = (
  db: Reader,
  { fromMs, toMs }: Span,
  workedOff: readonly WorkedOff[],
): Promise<Withdrawal[]> =>
  db.query<Withdrawal>({
    label: 'list-withdrawals-falling-due',
    sql: withdrawalsSql,
    values: [fromMs, toMs, workedOff.map(({ wallet }) => wallet), workedOff.map(({ atMs }) => atMs)],
  })
