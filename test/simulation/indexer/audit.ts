import { bookPriceOf, lockOf, type Outcome, type RestingOrder } from '../../../src/domain/index.ts'
import type { Database } from '../../../src/store/index.ts'
import { treasury, type World } from './world.ts'

const ask = (database: Database, sql: string) =>
  database.query<Record<string, unknown>>({ label: 'audit', sql })

/** Every counter against the count it stands for: each query lists what the counters must be. */
const counted = `
  select 'markets' as scope, case when resolved then 'resolved' else 'open' end as key, count(*) as n from markets group by 1, 2
  union all select 'markets_by_category', case when resolved then 'resolved|' else 'open|' end || coalesce(category, ''), count(*) from markets group by 1, 2
  union all select 'markets_by_creator', case when resolved then 'resolved|' else 'open|' end || creator, count(*) from markets group by 1, 2
  union all select 'markets_by_tag', case when resolved then 'resolved|' else 'open|' end || tag, count(distinct id) from markets, unnest(tags) tag group by 1, 2
  union all select 'events', 'all', count(*) from events having count(*) > 0
  union all select 'events_by_category', coalesce(category, ''), count(*) from events group by 1, 2
  union all select 'trades_by_market', market_id::text, count(*) from trades group by 1, 2
  union all select 'trades_by_user', u, count(*) from (select maker_address as u from trades union all select taker_address from trades where taker_address <> maker_address) t group by 1, 2
  union all select 'trades_by_user_market', u || '|' || market_id, count(*) from (select maker_address as u, market_id from trades union all select taker_address, market_id from trades where taker_address <> maker_address) t group by 1, 2
  union all select 'activity_by_wallet', wallet, count(*) from activity group by 1, 2
  union all select 'orders_by_trader', trader || '|' || status, count(*) from orders group by 1, 2
  union all select 'orders_by_market', trader || '|' || market_id || '|' || status, count(*) from orders group by 1, 2
  union all select 'positions_by_user', user_address || case when is_settled then '|settled' else '|open' end, count(*) from positions group by 1, 2
  union all select 'proposals', status, count(*) from proposals group by 1, 2
  union all select 'proposals_by_category', status || '|' || category, count(*) from proposals group by 1, 2
  union all select 'proposals_by_proposer', status || '|' || proposer, count(*) from proposals group by 1, 2
  union all select 'parlays', status, count(*) from parlays group by 1, 2
  union all select 'parlays_by_user', u || '|' || status, count(*) from (select maker as u, status from parlays union all select taker, status from parlays where taker is not null and taker <> maker) p group by 1, 2`

/** Counters, dense ids, books and money of the index against counts and against the world's own books. */
export async function auditIndex(database: Database, world: World): Promise<string[]> {
  const found: string[] = []
  const wrong = await ask(
    database,
    `select coalesce(c.scope, l.scope) as scope, coalesce(c.key, l.key) as key, c.n as counted, l.n as kept
     from (${counted}) c full join (select * from list_counts where n <> 0) l on l.scope = c.scope and l.key = c.key
     where c.n is distinct from l.n`,
  )
  for (const row of wrong) found.push(`counter ${JSON.stringify(row)}`)
  for (const table of ['orders', 'trades', 'positions', 'activity']) {
    const [row] = await ask(
      database,
      `select count(*) as n, coalesce(max(id), 0) as last, (select last_id from id_counters where name = '${table}') as counter from ${table}`,
    )
    if (row?.n !== row?.last || (row?.counter ?? 0) !== row?.last)
      found.push(`ids of ${table} are not dense: ${JSON.stringify(row)}`)
  }
  for (const row of await ask(
    database,
    `select e.id from events e left join (select event_id, sum(volume) as volume, count(*) as n from markets group by 1) m on m.event_id = e.id
     where e.total_volume <> coalesce(m.volume, 0) or e.leg_count <> coalesce(m.n, 0)`,
  ))
    found.push(`event ${row.id} is not the sum of its legs`)
  for (const row of await ask(
    database,
    `select m.id from markets m left join (select market_id, sum(amount_usd) as volume, count(*) as n from trades group by 1) t on t.market_id = m.id
     where m.volume <> coalesce(t.volume, 0) or m.trade_count <> coalesce(t.n, 0)`,
  ))
    found.push(`volume of market ${row.id} is not the sum of its trades`)
  found.push(...(await auditBooks(database, world)), ...(await auditAccounts(database, world)))
  return found
}

/**
 * Everybody's money to the unit: what positions, fees and locks say a wallet paid and got in a market is what the market's
 * ledger says; its trades and orders add up to the same fees; and what is realised is what the wallet's totals say.
 */
async function auditAccounts(database: Database, world: World): Promise<string[]> {
  const found: string[] = []
  const rows = await ask(
    database,
    `select coalesce(p.wallet, t.wallet) as wallet,
       (coalesce(p.gained, 0) + coalesce(t.earned, 0))::text as shown
     from (select user_address as wallet, sum(received - spent - fees - locked_collateral) as gained from positions group by 1) p
     full join (select wallet, referral_fees + creator_fees + submitter_fees as earned from wallet_totals
       where "interval" = 'all' and wallet <> '') t on t.wallet = p.wallet`,
  )
  for (const row of rows) {
    const wallet = String(row.wallet)
    // What a market pays the treasury is nobody's earning.
    if (wallet === treasury) continue
    const real = [...world.markets.values()].reduce((sum, { model }) => sum + model.gained(wallet), 0n)
    if (BigInt(String(row.shown)) !== real) found.push(`${wallet} gained ${real}, shown ${row.shown}`)
  }
  for (const row of await ask(
    database,
    `select o.id from orders o left join (
       select market_id, case when (side = 'buy') = (outcome = 'yes') then buy_order_id else sell_order_id end as order_id,
         sum(fee) as fee, sum(taker_collateral) as taken
       from trades group by 1, 2) t on t.market_id = o.market_id and t.order_id = o.order_id
     where o.fee <> coalesce(t.fee, 0) or o.taken <> coalesce(t.taken, 0)`,
  ))
    found.push(`order ${row.id}: its trades have other fees`)
  for (const row of await ask(
    database,
    `select t.wallet, t.profit::text as kept, earned.profit::text as summed
     from (select wallet, sum(profit) as profit from wallet_totals where "interval" = 'all' and wallet <> '' group by 1) t
     full join (
       select wallet, sum(profit) as profit from (
         select user_address as wallet, received - spent - fees + cost as profit from positions
         union all select maker, maker_payout - amount from parlays where status = 'settled'
         union all select taker, taker_payout - taker_amount from parlays where status = 'settled') each
       group by 1) earned on earned.wallet = t.wallet
     where coalesce(t.profit, 0) <> coalesce(earned.profit, 0)`,
  ))
    found.push(`profit of ${JSON.stringify(row)}`)
  for (const row of await ask(
    database,
    `select a.wallet from wallet_totals a join (
       select wallet, sum(profit) as profit, sum(volume) as volume from wallet_totals where "interval" = '1h' group by 1) h
       on h.wallet = a.wallet
     where a."interval" = 'all' and (a.profit <> h.profit or a.volume <> h.volume)`,
  ))
    found.push(`hours of ${row.wallet} are not its whole`)
  return found
}

async function auditBooks(database: Database, world: World): Promise<string[]> {
  const found: string[] = []
  const shownMarkets = await ask(database, 'select id, best_bid_yes, best_ask_yes, resolved from markets')
  const levels = await ask(database, 'select market_id, side, price, quantity, order_count from price_levels')
  const openOrders = await ask(
    database,
    `select market_id, order_id, quantity - filled as remaining, locked_collateral, locked_shares from orders
     where status = 'open' or locked_collateral > 0 or locked_shares > 0`,
  )
  const positions = await ask(
    database,
    'select market_id, user_address, position_type, shares, locked_collateral, locked_shares from positions where not is_settled',
  )
  if (shownMarkets.length !== world.markets.size)
    found.push(`${shownMarkets.length} markets are shown, the world has ${world.markets.size}`)

  for (const market of world.markets.values()) {
    const resting = [...market.model.book.list('bid'), ...market.model.book.list('ask')]
    const say = (text: string) => found.push(`market ${market.id}: ${text}`)
    const shown = shownMarkets.find((row) => row.id === market.id)
    const isResolved = market.state === 'resolved'
    // Dead orders are in no book that is shown, though they hold what they hold until somebody clears them.
    const isAlive = ({ expiresAtMs }: RestingOrder) => expiresAtMs === null || expiresAtMs > world.nowMs()
    const bid = market.model.book.list('bid').find(isAlive)
    const ask0 = market.model.book.list('ask').find(isAlive)
    const alive = isResolved ? [] : resting.filter(isAlive)
    const best = isResolved
      ? [0, 0]
      : [bid, ask0].map((order) => (order ? bookPriceOf(order.price, order.outcome) : 0))
    if (shown?.best_bid_yes !== best[0] || shown?.best_ask_yes !== best[1])
      say(`best prices ${JSON.stringify(shown)} should be ${best}`)

    const ownLevels = levels.filter((row) => row.market_id === market.id)
    const levelSum = ownLevels.reduce((sum, row) => sum + BigInt(String(row.quantity)), 0n)
    const restSum = alive.reduce((sum, order) => sum + order.remaining, 0n)
    if (levelSum !== restSum) say(`levels hold ${levelSum}, the book ${restSum}`)
    const levelCount = ownLevels.reduce((sum, row) => sum + Number(row.order_count), 0)
    if (levelCount !== alive.length) say(`levels count ${levelCount} orders`)

    const ownOrders = openOrders.filter((row) => row.market_id === market.id)
    if (ownOrders.length !== resting.length)
      say(`${ownOrders.length} orders hold something, the book ${resting.length}`)
    for (const order of resting) {
      const row = ownOrders.find((candidate) => candidate.order_id === order.orderId)
      const lock = order.side === 'buy' ? lockOf(order.price, order.remaining) : 0n
      if (
        String(row?.remaining) !== String(order.remaining) ||
        String(row?.locked_collateral) !== String(lock)
      )
        say(`order ${order.orderId} is shown as ${JSON.stringify(row)}`)
    }
    for (const row of positions.filter((candidate) => candidate.market_id === market.id)) {
      const trader = String(row.user_address)
      const outcome = row.position_type as Outcome
      const own = resting.filter((order) => order.trader === trader && order.outcome === outcome)
      const sells = own.reduce((sum, order) => sum + (order.side === 'sell' ? order.remaining : 0n), 0n)
      const buys = own.reduce(
        (sum, order) => sum + (order.side === 'buy' ? lockOf(order.price, order.remaining) : 0n),
        0n,
      )
      const free = market.model.position(trader)?.[outcome] ?? 0n
      // Shares of released sells stay on record, so after resolution the row may show more than the model holds.
      const shares = BigInt(String(row.shares))
      if (isResolved ? shares < free + sells : shares !== free + sells)
        say(`${trader} has ${free + sells} ${outcome}, shown ${shares}`)
      if (BigInt(String(row.locked_collateral)) !== buys || BigInt(String(row.locked_shares)) !== sells)
        say(`${trader}'s locks in ${outcome} are shown as ${JSON.stringify(row)}`)
    }
  }
  return found
}
