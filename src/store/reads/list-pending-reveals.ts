import type { Reader } from '../database.ts'
import { sql, toStatement } from './fragment.ts'
import { iso } from './iso.ts'
import type { ReadView } from './list-page.ts'

export interface RevealFilter {
  readonly voter: string
  readonly status?: 'pending' | 'confirmed' | 'revealed' | 'failed' | 'expired'
  readonly limit: number
}

/** A wallet's committed votes, newest first. An unrevealed vote shows as 0: the chain does not know it either. */
export async function listPendingReveals(
  db: Reader,
  { voter, status, limit }: RevealFilter,
): Promise<{ view: ReadView; rows: string }> {
  const statement = sql`
    with listed as (
      select c.id, c.committed_at_ms, c.market_id, c.voter, c.round, c.vote, c.commit_tx_id, c.reveal_tx_id, c.revealed_at_ms,
        case
          when c.vote > 0 then 'revealed'
          when d.reveal_ends_at_ms <= (select timestamp_ms from checkpoint) then 'expired'
          else 'confirmed'
        end as status
      from commits c
      join rounds d on d.market_id = c.market_id and d.round = c.round
      where c.voter = ${voter}),
    shown as (
      select * from listed
      where ${status === undefined ? sql`true` : sql`status = ${status}`}
      order by committed_at_ms desc, id desc
      limit ${limit})
    select
      (select height from checkpoint) as height,
      (select revision from checkpoint) as revision,
      (
        select string_agg(row_to_json(r)::text, ',' order by s.committed_at_ms desc, s.id desc)
        from shown s
        join markets m on m.id = s.market_id
        cross join lateral (select
          s.id as "id", s.market_id as "marketId", m.market_address as "marketAddress", s.voter as "voterAddress",
          s.round as "voteRound", s.vote as "voteChoice", s.status as "status", 0 as "attemptCount",
          null as "lastError", s.commit_tx_id as "commitTxId", s.reveal_tx_id as "revealTxId",
          ${iso(sql`s.committed_at_ms`)} as "createdAt", ${iso(sql`s.revealed_at_ms`)} as "revealedAt") r
      ) as rows`
  const [row] = await db.query<{ height: number | null; revision: number | null; rows: string | null }>(
    toStatement('list-pending-reveals', statement),
  )
  return { view: { height: row?.height ?? 0, revision: row?.revision ?? 0 }, rows: `[${row?.rows ?? ''}]` }
}
