import type { Reader } from '../database.ts'
import { type FoundRecord, findRecord } from './find-record.ts'
import { sql } from './fragment.ts'
import { iso } from './iso.ts'
import { proposalRecord } from './records.ts'

/** A proposal with what only its own page shows: tags, end of trading, its period, and how far its legs are deployed. */
export const findProposal = (db: Reader, id: number): Promise<FoundRecord> =>
  findRecord(db, {
    label: 'find-proposal',
    from: sql`proposals q`,
    where: sql`q.id = ${id}`,
    record: sql`${proposalRecord},
      to_json(q.tags) as "tags", q.text_hash as "textHash", ${iso(sql`q.ends_at_ms`)} as "endsAt", q.period_id as "periodId",
      q.creator_share as "creatorShare", q.deposit::text as "deposit", q.event_id as "eventId",
      (
        select coalesce(json_agg(m.market_address order by m.leg), '[]')
        from markets m
        where m.proposal_id = q.id
      ) as "marketAddresses", q.tx_id as "txId"`,
  })
