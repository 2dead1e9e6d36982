import type { Reader } from '../database.ts'
import { type Fragment, sql, toStatement } from './fragment.ts'
import { iso } from './iso.ts'
import type { ReadView } from './list-page.ts'
import { portfolioFrom } from './list-portfolio.ts'

/** Of each kind; whoever has done these sees the others. */
const EACH_MAX = 50
/** An order that ends within this is told. */
const EXPIRING_MS = 3_600_000
/** Of one period; the vault refuses more. */
const VOTES_MAX = 8
/** As the vault bounds and reserves: commits not worked off, and ten slashes of a thousandth of the stake for each. */
const OPEN_COMMITS_MAX = 100
const RESERVE_FACTOR = 10
const SLASH_DIVISOR = 1_000

/** What a wallet should do at the served block, what ends first at the head. `votesFrom`: the least stake that has a vote. */
export async function listActions(
  db: Reader,
  { wallet, votesFrom }: { readonly wallet: string; readonly votesFrom: bigint },
): Promise<{ readonly view: ReadView; readonly rows: string }> {
  const statement = sql`
    with now as (select timestamp_ms as ms from checkpoint),
    juror as (select staked, unlocking from stakes where wallet = ${wallet} and staked >= ${votesFrom}::numeric),
    open as (
      select count(*) as n, coalesce(sum(slash), 0) as slash
      from commits
      where voter = ${wallet} and worked_off_at_ms is null),
    found as (
      ${reveals(wallet)}
      union all ${commits(wallet)}
      union all ${votes(wallet)}
      union all ${withdrawals(wallet)}
      union all ${settlements(wallet)}
      union all ${bonds(wallet)}
      union all ${orders(wallet)})
    select
      (select height from checkpoint) as height,
      (select revision from checkpoint) as revision,
      (
        select string_agg(row_to_json(record)::text, ',' order by f.by_ms, f.action, f.market_id, f.reference)
        from found f
        left join markets m on m.id = f.market_id
        cross join lateral (select
          f.action as "action", ${iso(sql`f.by_ms`)} as "by", m.market_address as "marketAddress",
          f.market_id as "marketId", m.question as "question", f.reference as "reference",
          f.amount::text as "amount") record
      ) as rows`
  const [row] = await db.query<{ height: number | null; revision: number | null; rows: string | null }>(
    toStatement('list-actions', statement),
  )
  return { view: { height: row?.height ?? 0, revision: row?.revision ?? 0 }, rows: `[${row?.rows ?? ''}]` }
}

const reveals = (wallet: string): Fragment => sql`
  (select 'reveal' as action, d.reveal_ends_at_ms as by_ms, c.market_id, c.round as reference, null::numeric as amount
   from now, commits c join rounds d on d.market_id = c.market_id and d.round = c.round
   where c.voter = ${wallet} and c.vote = 0 and d.commit_ends_at_ms <= now.ms and now.ms < d.reveal_ends_at_ms
   order by d.reveal_ends_at_ms limit ${EACH_MAX})`

/** Who has traded on a market, or holds a bond of the case, is no juror of it; nor who has no stake left to risk. */
const commits = (wallet: string): Fragment => sql`
  (select 'commit', d.commit_ends_at_ms, d.market_id, d.round, null
   from now, juror, open, rounds d
   where d.finalized_at_ms is null and now.ms < d.commit_ends_at_ms and open.n < ${OPEN_COMMITS_MAX}
     and ${RESERVE_FACTOR}::numeric * (open.slash + div(juror.staked, ${SLASH_DIVISOR}::numeric))
       <= juror.staked + juror.unlocking and not exists (
     select 1 from commits c where c.market_id = d.market_id and c.round = d.round and c.voter = ${wallet})
     and not exists (select 1 from positions p where p.market_id = d.market_id and p.user_address = ${wallet})
     and not exists (
       select 1 from bonds b
       where b.market_id = d.market_id and b.submission = d.submission and b.holder = ${wallet})
   order by d.commit_ends_at_ms limit ${EACH_MAX})`

/** One for the period, with how many of its proposals the wallet can still vote for. */
const votes = (wallet: string): Fragment => sql`
  (select 'vote', p.ends_at_ms, null, p.id, left_over.n
   from now, juror, periods p
   cross join lateral (
     select least(
         count(*) filter (where q.status = 'pending' and v.voter is null),
         ${VOTES_MAX}::bigint - count(v.voter)) as n
     from proposals q left join votes v on v.proposal_id = q.id and v.voter = ${wallet}
     where q.period_id = p.id) left_over
   where p.frozen_at_ms is null and p.starts_at_ms <= now.ms and now.ms < p.ends_at_ms and left_over.n > 0
   limit ${EACH_MAX})`

/** The vault pays nothing while a commit is not worked off. */
const withdrawals = (wallet: string): Fragment => sql`
  (select 'withdraw', null::bigint, null, null, s.unlocking
   from now, open, stakes s
   where s.wallet = ${wallet} and s.unlocking > 0 and s.unlock_at_ms <= now.ms and open.n = 0)`

/** Shares of a resolved market that pay something. */
const settlements = (wallet: string): Fragment => sql`
  (select 'settle', null::bigint, p.market_id, null, sum(worth.value)
   from ${portfolioFrom}
   where p.user_address = ${wallet} and not p.is_settled and m.resolved and worth.value > 0
   group by p.market_id
   order by p.market_id desc limit ${EACH_MAX})`

/** Bonds that wait for somebody to end a case whose windows are over. */
const bonds = (wallet: string): Fragment => sql`
  (select 'claim-bond', null::bigint, b.market_id, b.submission, b.bond
   from now, bonds b
   join submissions s on s.market_id = b.market_id and s.submission = b.submission
   left join lateral (
     select appeal_ends_at_ms from rounds d
     where d.market_id = b.market_id and d.submission = b.submission
     order by d.round desc limit 1) d on true
   where b.holder = ${wallet} and b.paid is null
     and (s.closed_at_ms is not null or (s.disputer is null and s.dispute_ends_at_ms <= now.ms)
       or d.appeal_ends_at_ms <= now.ms)
   order by b.market_id desc limit ${EACH_MAX})`

const orders = (wallet: string): Fragment => sql`
  (select 'order-expiring', o.expires_at_ms, o.market_id, o.order_id, null
   from now, orders o
   where o.trader = ${wallet} and o.status = 'open' and o.expires_at_ms is not null
     and o.expires_at_ms <= now.ms + ${EXPIRING_MS}::bigint
   order by o.expires_at_ms limit ${EACH_MAX})`
