import type { Reader } from '../database.ts'
import { type FoundRecord, findRecord } from './find-record.ts'
import { sql } from './fragment.ts'
import { iso } from './iso.ts'

/** The newest voting period, running or not, judged at the served block's time. */
export const findPeriod = (db: Reader): Promise<FoundRecord> =>
  findRecord(db, {
    label: 'find-period',
    from: sql`periods d`,
    where: sql`d.id = (select max(id) from periods)`,
    record: sql`
      d.id as "id", ${iso(sql`d.starts_at_ms`)} as "startsAt", ${iso(sql`d.ends_at_ms`)} as "endsAt",
      case
        when d.frozen_at_ms is not null then 'frozen'
        when d.ends_at_ms <= (select timestamp_ms from checkpoint) then 'ended'
        else 'open'
      end as "status",
      d.proposal_count as "proposalCount", d.accepted_count as "acceptedCount",
      ${iso(sql`d.frozen_at_ms`)} as "frozenAt"`,
  })
