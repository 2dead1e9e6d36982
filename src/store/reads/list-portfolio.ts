import type { Lister, Reader } from '../database.ts'
import { allOf, type Fragment, sql, toStatement } from './fragment.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'

/** Shares that are neither sold nor paid out. */
const held: Fragment = sql`(p.shares - p.paid_shares)`

/** Twice the price of yes in thousandths: bid and ask, without one of them the last trade, without a trade one half. */
const twicePriceOfYes: Fragment = sql`
  case
    when m.best_bid_yes > 0 and m.best_ask_yes > 0 then m.best_bid_yes + m.best_ask_yes
    when m.last_price > 0 then 2 * m.last_price
    else 1000
  end`

/** Two thousandths a share: of a resolved market what it pays, 2000 or 0, or the closing price of a void one. */
const twicePrice: Fragment = sql`
  (case p.position_type when 'yes' then yes.twice else 2000 - yes.twice end)`
const yes: Fragment = sql`
  lateral (select case
    when not m.resolved then ${twicePriceOfYes}
    when m.final_outcome = 1 then 2000
    when m.final_outcome = 2 then 0
    else 2 * coalesce(m.closing, 500)
  end as twice) yes`

/** Positions, p, with their markets, m, and what they are worth. */
export const portfolioFrom: Fragment = sql`
  positions p
  join markets m on m.id = p.market_id
  cross join ${yes}
  cross join lateral (select div(${held} * ${twicePrice}, 2000) as value) worth`

/** A wallet's positions with what they cost, brought and are worth, newest first. */
export function listPortfolio(
  db: Lister,
  {
    user,
    open,
    marketId,
  }: {
    readonly user: string
    readonly open: boolean | null
    readonly marketId?: number | undefined
  },
  page: PageRequest,
): Promise<ListPage> {
  const where = [
    sql`p.user_address = ${user}`,
    ...(marketId === undefined ? [] : [sql`p.market_id = ${marketId}`]),
    ...(open === null ? [] : [open ? sql`${held} > 0` : sql`${held} = 0`]),
  ]
  return listPage(
    db,
    {
      label: 'list-portfolio',
      from: sql`positions p`,
      where,
      id: sql`p.id`,
      order: 'desc',
      recordFrom: portfolioFrom,
      record: sql`
        p.id as "id", m.market_address as "marketAddress", m.id as "marketId", m.question as "question",
        m.resolved as "resolved", p.position_type as "positionType", ${held}::text as "shares",
        (${twicePrice} / 2)::int as "price", p.locked_collateral::text as "lockedCollateral",
        p.spent::text as "spent", p.received::text as "received", p.fees::text as "fees", p.cost::text as "cost",
        worth.value::text as "value", (p.received - p.spent - p.fees + p.cost)::text as "realisedPnl",
        (worth.value - p.cost)::text as "unrealisedPnl",
        (p.received - p.spent - p.fees + worth.value)::text as "pnl"`,
      total: sql`(select count(*) from positions p where ${allOf(where)})`,
    },
    page,
  )
}

export interface PortfolioSums {
  readonly spent: string
  readonly received: string
  readonly fees: string
  readonly cost: string
  readonly value: string
  readonly locked: string
  readonly parlaySpent: string
  readonly parlayReceived: string
  readonly parlayValue: string
  readonly referralFees: string
  readonly creatorFees: string
  readonly submitterFees: string
  readonly bondsPosted: string
  readonly bondsPaid: string
  readonly votingRewards: string
}

/** The same summed over all positions, with parlays and what is no trading. */
export async function sumPortfolio(db: Reader, user: string): Promise<PortfolioSums> {
  const text = (sum: Fragment): Fragment => sql`coalesce(${sum}, 0)::text`
  const statement = sql`
    with own as materialized (
      select p.spent, p.received, p.fees, p.cost, p.locked_collateral, worth.value
      from ${portfolioFrom}
      where p.user_address = ${user}),
    staked as materialized (
      select r.amount as stake, r.status, r.maker_payout as payout from parlays r where r.maker = ${user}
      union all
      select r.taker_amount, r.status, r.taker_payout from parlays r where r.taker = ${user}),
    earned as materialized (
      select t.referral_fees, t.creator_fees, t.submitter_fees from wallet_totals t where t.wallet = ${user} and t."interval" = 'all')
    select
      (select ${text(sql`sum(spent)`)} from own) as spent,
      (select ${text(sql`sum(received)`)} from own) as received,
      (select ${text(sql`sum(fees)`)} from own) as fees,
      (select ${text(sql`sum(cost)`)} from own) as cost,
      (select ${text(sql`sum(value)`)} from own) as value,
      (select ${text(sql`sum(locked_collateral)`)} from own) as locked,
      (select ${text(sql`sum(stake)`)} from staked) as "parlaySpent",
      (select ${text(sql`sum(case when status = 'settled' then payout when status in ('cancelled', 'expired') then stake end)`)}
       from staked) as "parlayReceived",
      (select ${text(sql`sum(stake)`)} from staked where status in ('open', 'taken')) as "parlayValue",
      (select ${text(sql`sum(referral_fees)`)} from earned) as "referralFees",
      (select ${text(sql`sum(creator_fees)`)} from earned) as "creatorFees",
      (select ${text(sql`sum(submitter_fees)`)} from earned) as "submitterFees",
      (select ${text(sql`sum(bond)`)} from bonds where holder = ${user}) as "bondsPosted",
      (select ${text(sql`sum(paid)`)} from bonds where holder = ${user}) as "bondsPaid",
      (select ${text(sql`sum(bond_reward)`)} from commits where voter = ${user}) as "votingRewards"`
  const [row] = await db.query<PortfolioSums>(toStatement('sum-portfolio', statement))
  return row!
}
