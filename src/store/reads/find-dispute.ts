import type { Reader } from '../database.ts'
import { type FoundRecord, findRecord } from './find-record.ts'
import { sql } from './fragment.ts'
import { iso } from './iso.ts'
import { marketState, roundRecord } from './records.ts'

/** What a venue's deployment fixed, as far as bonds and quorums go. */
export interface OracleLimits {
  readonly bond: bigint
  readonly bondMax: bigint
  readonly quorumWeight: number
}

/**
 * Everything the oracle did about one market, in order, and what the next call would cost. Bounded: each submission and
 * each round is paid for. The bond is that of domain/oracle-rules.ts.
 */
export const findDispute = (db: Reader, marketAddress: string, limits: OracleLimits): Promise<FoundRecord> =>
  findRecord(db, {
    label: 'find-dispute',
    from: sql`
      markets m
      left join lateral (select * from submissions where market_id = m.id order by submission desc limit 1) s
        on true
      left join lateral (select * from rounds where market_id = m.id order by round desc limit 1) d on true
      left join vault_totals v on v.id = 1
      cross join lateral (
        select least(${limits.bondMax}::numeric, greatest(${limits.bond}::numeric, ceil((m.open_interest + (
          select coalesce(sum(p.amount + p.taker_amount), 0)
          from parlays p
          where p.status = 'taken'
            and p.legs @> jsonb_build_array(jsonb_build_object('marketAddress', m.market_address))
        )) * 2 / 100))) as bond
      ) exposed
      cross join lateral (
        select
          s.submission is not null and s.closed_at_ms is null as is_running,
          s.closed_at_ms is null and s.disputer is not null as is_disputed,
          (select max(place) from bonds where market_id = m.id and submission = s.submission) as last_place
      ) now`,
    where: sql`m.market_address = ${marketAddress}`,
    record: sql`
      m.market_address as "marketAddress", m.id as "marketId", ${marketState} as "state",
      m.final_outcome as "finalOutcome",
      case
        when now.is_running and not now.is_disputed then 'dispute'
        when now.is_running and d.appeal_ends_at_ms is not null then 'appeal'
        when not now.is_running and not m.resolved then 'submit'
      end as "bondFor",
      case
        when now.is_running and not now.is_disputed then least(s.bond, exposed.bond)
        when now.is_running and d.appeal_ends_at_ms is not null then s.bond * 2 ^ now.last_place
        when not now.is_running and not m.resolved then exposed.bond
      end::numeric(78, 0)::text as "bond",
      ${iso(sql`case
        when now.is_running and not now.is_disputed then s.dispute_ends_at_ms
        when now.is_running then d.appeal_ends_at_ms
      end`)} as "windowEndsAt",
      case when now.is_running then case when now.is_disputed then d.result else s.outcome end end as "standing",
      coalesce(v.whole_weight, 0) as "wholeWeight",
      greatest(${limits.quorumWeight}::bigint, ceil(coalesce(v.whole_weight, 0) / 4.0)::bigint) as "quorum",
      (
        select coalesce(json_agg(row_to_json(one) order by s.submission), '[]')
        from submissions s
        cross join lateral (select
          s.submission as "submission", s.submitter as "submitter", s.outcome as "outcome", s.bond::text as "bond",
          ${iso(sql`s.submitted_at_ms`)} as "submittedAt", ${iso(sql`s.dispute_ends_at_ms`)} as "disputeEndsAt",
          s.disputer as "disputer", ${iso(sql`s.disputed_at_ms`)} as "disputedAt", s.result as "result",
          ${iso(sql`s.closed_at_ms`)} as "closedAt", s.tx_id as "txId",
          s.winners::text as "winners", s.stake_pool::text as "stakePool", s.bond_pool::text as "bondPool",
          (
            select coalesce(json_agg(json_build_object(
              'place', b.place, 'holder', b.holder, 'disputed', b.disputed, 'bond', b.bond::text,
              'postedAt', ${iso(sql`b.posted_at_ms`)}, 'paid', b.paid::text, 'txId', b.tx_id
            ) order by b.place), '[]')
            from bonds b
            where b.market_id = s.market_id and b.submission = s.submission
          ) as "bonds") one
        where s.market_id = m.id
      ) as "submissions",
      (
        select coalesce(json_agg(row_to_json(one) order by d.round), '[]')
        from rounds d
        cross join lateral (select ${roundRecord}) one
        where d.market_id = m.id
      ) as "rounds"`,
  })
