import type { Reader } from '../database.ts'
import { type FoundRecord, findRecord } from './find-record.ts'
import { sql } from './fragment.ts'
import { iso } from './iso.ts'
import { marketState } from './records.ts'

/** Everything the oracle did about one market, in order. Bounded: each submission and each round is paid for. */
export const findDispute = (db: Reader, marketAddress: string): Promise<FoundRecord> =>
  findRecord(db, {
    label: 'find-dispute',
    from: sql`markets m`,
    where: sql`m.market_address = ${marketAddress}`,
    record: sql`
      m.market_address as "marketAddress", m.id as "marketId", ${marketState} as "state",
      m.final_outcome as "finalOutcome",
      (
        select coalesce(json_agg(row_to_json(one) order by s.submission), '[]')
        from submissions s
        cross join lateral (select
          s.submission as "submission", s.submitter as "submitter", s.outcome as "outcome", s.bond::text as "bond",
          ${iso(sql`s.submitted_at_ms`)} as "submittedAt", ${iso(sql`s.dispute_ends_at_ms`)} as "disputeEndsAt",
          s.disputer as "disputer", ${iso(sql`s.disputed_at_ms`)} as "disputedAt", s.result as "result",
          ${iso(sql`s.closed_at_ms`)} as "closedAt", s.tx_id as "txId") one
        where s.market_id = m.id
      ) as "submissions",
      (
        select coalesce(json_agg(row_to_json(one) order by d.round), '[]')
        from rounds d
        cross join lateral (select
          d.round as "voteRound", d.submission as "submission", d.attempt as "attempt",
          ${iso(sql`d.opened_at_ms`)} as "opensAt", ${iso(sql`d.commit_ends_at_ms`)} as "commitEndsAt",
          ${iso(sql`d.reveal_ends_at_ms`)} as "revealEndsAt", d.commit_count as "commitCount",
          d.reveal_count as "revealCount", d.weight_yes::text as "weightYes", d.weight_no::text as "weightNo",
          d.weight_early::text as "weightTooEarly", d.result as "result",
          ${iso(sql`d.finalized_at_ms`)} as "finalizedAt") one
        where d.market_id = m.id
      ) as "rounds"`,
  })
