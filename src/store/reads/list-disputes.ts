import type { Lister } from '../database.ts'
import { sql } from './fragment.ts'
import { iso } from './iso.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'
import { roundRecord } from './records.ts'

const states = ['proposed', 'disputed'] as const

/** Markets whose outcome is being decided, newest first, with what can be done about them at the served block. */
export function listDisputes(
  db: Lister,
  state: (typeof states)[number] | 'all',
  page: PageRequest,
): Promise<ListPage> {
  const asked = state === 'all' ? states : [state]
  // Said besides the state asked for, so that the index of such markets can be used.
  const inQuestion = sql`m.state in ('proposed', 'disputed')`
  const rows = { from: sql`markets m`, where: [inQuestion], id: sql`m.id` }
  return listPage(
    db,
    {
      label: 'list-disputes',
      ...rows,
      parts: asked.map((one) => ({ ...rows, where: [sql`m.state = ${one}`, inQuestion] })),
      order: 'desc',
      recordFrom: sql`
        markets m
        join lateral (select * from submissions where market_id = m.id order by submission desc limit 1) b on true
        left join lateral (
          select * from rounds where market_id = m.id and submission = b.submission order by round desc limit 1) d on true
        cross join lateral (select case
          when d.round is null then 'dispute'
          when d.finalized_at_ms is not null then 'appeal'
          when (select timestamp_ms from checkpoint) < d.commit_ends_at_ms then 'commit'
          when (select timestamp_ms from checkpoint) < d.reveal_ends_at_ms then 'reveal'
          else 'count'
        end as phase) now`,
      record: sql`
        m.market_address as "marketAddress", m.id as "marketId", m.question as "question",
        m.master_question as "masterQuestion", m.state as "state", b.outcome as "outcome",
        b.submission as "submission", ${iso(sql`b.submitted_at_ms`)} as "submittedAt",
        ${iso(sql`b.disputed_at_ms`)} as "disputedAt", now.phase as "phase",
        ${iso(sql`case now.phase
          when 'dispute' then b.dispute_ends_at_ms
          when 'commit' then d.commit_ends_at_ms
          when 'reveal' then d.reveal_ends_at_ms
          when 'appeal' then d.appeal_ends_at_ms
        end`)} as "phaseEndsAt",
        (select row_to_json(last) from (select ${roundRecord}) last where d.round is not null) as "round"`,
      total: sql`(select count(*) from markets m where ${inQuestion} and m.state = any(${asked}::text[]))`,
    },
    page,
  )
}
