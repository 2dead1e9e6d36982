import type { Reader } from '../database.ts'
import { type Fragment, sql, toStatement } from './fragment.ts'
import { iso } from './iso.ts'
import type { ReadView } from './list-page.ts'

export type RevealStatus = 'pending' | 'confirmed' | 'revealed' | 'failed' | 'expired'

export interface RevealFilter {
  readonly voter: string
  readonly status?: RevealStatus | undefined
  readonly id?: number | undefined
  readonly marketId?: number | undefined
  readonly limit: number
  /** The voter itself asks: it may see what it voted before the chain does. */
  readonly isOwner: boolean
}

/**
 * A wallet's committed votes and the reveals it asked for, newest first: what the chain shows and what is stored here,
 * joined by the id that both compute alike. The status is read off both, so a reorganisation moves a row back by itself.
 * `failed`: we were asked and the window cannot succeed any more; `expired`: it ended and nobody asked us.
 */
export async function listPendingReveals(
  db: Reader,
  filter: RevealFilter,
): Promise<{ view: ReadView; rows: string }> {
  const { voter, status, id, marketId, limit, isOwner } = filter
  const secret: Fragment = isOwner ? sql`coalesce(r.vote, 0)` : sql`0`
  const statement = sql`
    with listed as (
      select
        coalesce(c.id, r.id) as id,
        coalesce(c.market_id, r.market_id) as market_id,
        r.market_address,
        coalesce(c.voter, r.voter) as voter,
        coalesce(c.round, r.round) as round,
        case when c.vote > 0 then c.vote else ${secret} end as vote,
        case
          when c.vote > 0 then 'revealed'
          when r.id is null and d.reveal_ends_at_ms <= (select timestamp_ms from checkpoint) then 'expired'
          when case when c.id is null then d.commit_ends_at_ms else d.reveal_ends_at_ms end
            <= (select timestamp_ms from checkpoint) then 'failed'
          when c.id is not null then 'confirmed'
          else 'pending'
        end as status,
        coalesce(r.attempt_count, 0) as attempt_count,
        r.last_error,
        coalesce(c.commit_tx_id, r.commit_tx_id) as commit_tx_id,
        coalesce(c.reveal_tx_id, r.reveal_tx_id) as reveal_tx_id,
        coalesce(c.committed_at_ms, r.created_at_ms) as created_at_ms,
        c.revealed_at_ms
      from (select * from commits where voter = ${voter}) c
      full join (select * from relayed_reveals where voter = ${voter}) r on r.id = c.id
      left join rounds d
        on d.market_id = coalesce(c.market_id, r.market_id) and d.round = coalesce(c.round, r.round)),
    shown as (
      select *
      from listed
      where ${status === undefined ? sql`true` : sql`status = ${status}`}
        and ${id === undefined ? sql`true` : sql`id = ${id}`}
        and ${marketId === undefined ? sql`true` : sql`market_id = ${marketId}`}
      order by created_at_ms desc, id desc
      limit ${limit})
    select
      (select height from checkpoint) as height,
      (select revision from checkpoint) as revision,
      (
        select string_agg(row_to_json(record)::text, ',' order by s.created_at_ms desc, s.id desc)
        from shown s
        left join markets m on m.id = s.market_id
        cross join lateral (select
          s.id as "id", s.market_id as "marketId",
          coalesce(m.market_address, s.market_address) as "marketAddress", s.voter as "voterAddress",
          s.round as "voteRound", s.vote as "voteChoice", s.status as "status",
          s.attempt_count as "attemptCount", s.last_error as "lastError", s.commit_tx_id as "commitTxId",
          s.reveal_tx_id as "revealTxId", ${iso(sql`s.created_at_ms`)} as "createdAt",
          ${iso(sql`s.revealed_at_ms`)} as "revealedAt") record
      ) as rows`
  const [row] = await db.query<{ height: number | null; revision: number | null; rows: string | null }>(
    toStatement('list-pending-reveals', statement),
  )
  return { view: { height: row?.height ?? 0, revision: row?.revision ?? 0 }, rows: `[${row?.rows ?? ''}]` }
}
