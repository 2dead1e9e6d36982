import { constant, type Fragment, sql } from './fragment.ts'
import { iso } from './iso.ts'

/**
 * The interface's records as select lists, each column under its public name. Lists return their rows as JSON text, so
 * this is where a record's shape is decided; the contract tests hold it against the OpenAPI. Aliases: t trades,
 * o orders, p positions, m markets, e events, q proposals, r parlays.
 */
export const tradeRecord: Fragment = constant(sql`
  t.id as "id", m.market_address as "marketAddress", t.tx_id as "txId",
  t.buy_order_id as "buyOrderId", t.sell_order_id as "sellOrderId", t.fill_type as "fillType",
  t.outcome as "outcome", t.side as "side", t.side = 'buy' as "isBuy", t.price as "price",
  t.quantity::text as "quantity", t.amount_usd::text as "amountUsd", t.fee::text as "fee",
  t.maker_address as "makerAddress", t.taker_address as "takerAddress",
  t.referer_address as "refererAddress", t.filled_at_ms as "fillTimestamp",
  ${iso(sql`t.filled_at_ms`)} as "createdAt"`)

export const tradeRecordFrom: Fragment = sql`trades t join markets m on m.id = t.market_id`

/** A round of jurors' votes, d. */
export const roundRecord: Fragment = sql`
  d.round as "voteRound", d.submission as "submission", d.attempt as "attempt",
  d.appeal as "appeal", d.quorum::text as "quorum",
  ${iso(sql`d.appeal_ends_at_ms`)} as "appealEndsAt",
  ${iso(sql`d.opened_at_ms`)} as "opensAt", ${iso(sql`d.commit_ends_at_ms`)} as "commitEndsAt",
  ${iso(sql`d.reveal_ends_at_ms`)} as "revealEndsAt", d.commit_count as "commitCount",
  d.reveal_count as "revealCount", d.weight_yes::text as "weightYes", d.weight_no::text as "weightNo",
  d.weight_early::text as "weightTooEarly", d.result as "result",
  ${iso(sql`d.finalized_at_ms`)} as "finalizedAt"`

export const orderRecord: Fragment = constant(sql`
  o.id as "id", m.market_address as "marketAddress", o.market_id as "marketId", o.order_id as "orderId",
  o.trader as "trader", o.side as "side", o.outcome as "outcome", o.price as "price",
  o.quantity::text as "quantity", o.filled::text as "filled", o.fee::text as "fee", o.status = 'cancelled' as "cancelled",
  o.is_market_order as "isMarketOrder", o.created_at_ms as "orderTimestamp",
  o.referer_address as "refererAddress", o.tx_id as "txId", ${iso(sql`o.created_at_ms`)} as "createdAt",
  ${iso(sql`o.expires_at_ms`)} as "expiresAt"`)

export const orderRecordFrom: Fragment = sql`orders o join markets m on m.id = o.market_id`

/** Before resolution a share may pay one unit; after it the row shows what was paid. */
export const positionRecord: Fragment = constant(sql`
  p.id as "id", p.user_address as "userAddress", p.market_id as "marketId",
  p.position_type as "positionType", p.shares::text as "shares", p.entry_price as "entryPrice",
  (case when m.resolved then p.paid else p.shares end)::text as "potentialPayout",
  p.is_settled as "isSettled", p.locked_collateral::text as "lockedCollateral",
  p.locked_shares::text as "lockedShares", ${iso(sql`p.created_at_ms`)} as "createdAt",
  ${iso(sql`p.updated_at_ms`)} as "updatedAt"`)

export const positionRecordFrom: Fragment = sql`positions p join markets m on m.id = p.market_id`

/** Trading ends by time: at the served block an open market past its end is closed, though no event said so. */
export const marketState: Fragment = sql`
  case when m.state = 'open' and m.ends_at_ms <= (select timestamp_ms from checkpoint) then 'closed' else m.state end`

/** Each field of a market, so that a caller can ask for some of them. */
export const marketFields = {
  id: sql`m.id`,
  marketAddress: sql`m.market_address`,
  question: sql`m.question`,
  category: sql`m.category`,
  tags: sql`to_json(m.tags)`,
  creator: sql`m.creator`,
  resolved: sql`m.resolved`,
  finalOutcome: sql`m.final_outcome`,
  volume: sql`m.volume::text`,
  bestBidYes: sql`nullif(m.best_bid_yes, 0)`,
  bestAskYes: sql`nullif(m.best_ask_yes, 0)`,
  bestBidNo: sql`1000 - nullif(m.best_ask_yes, 0)`,
  bestAskNo: sql`1000 - nullif(m.best_bid_yes, 0)`,
  createdAt: iso(sql`m.created_at_ms`),
  metadata: sql`m.metadata`,
  imageUrl: sql`m.image_url`,
  rules: sql`m.rules`,
  resolutionSources: sql`m.resolution_sources`,
  master: sql`false`,
  masterQuestion: sql`m.master_question`,
  masterImage: sql`m.master_image`,
  linked: sql`m.event_id is not null`,
  proposalId: sql`m.proposal_id`,
  endsAt: iso(sql`m.ends_at_ms`),
  state: marketState,
} as const

const servedMs: Fragment = sql`(select timestamp_ms from checkpoint)`
const dayMs = 86_400_000
const hourMs = 3_600_000
const sparklinePoints = 24

/** The price of yes at a moment: the last close at or before it. */
const closeAt = (interval: '1m' | '1h', startMs: Fragment): Fragment => sql`
  (select k.close from candles k
   where k.market_id = m.id and k."interval" = ${interval} and k.start_ms <= ${startMs}
   order by k.start_ms desc limit 1)`

/** Thousandths that the price of yes moved within a day; of a market that trades for less, since its first trade. */
export const change24h: Fragment = sql`
  nullif(m.last_price, 0) - coalesce(
    ${closeAt('1m', sql`${servedMs} - ${dayMs}::bigint`)},
    (select k.open from candles k where k.market_id = m.id and k."interval" = '1d' order by k.start_ms limit 1))`

/** Fields that cost more than a row: answered only when asked for. */
const askedMarketFields = {
  change24h,
  sparkline: sql`(
    select json_agg(${closeAt('1h', sql`(select timestamp_ms - timestamp_ms % ${hourMs}::bigint from checkpoint) - point * ${hourMs}::bigint`)} order by point desc)
    from generate_series(0, ${sparklinePoints}::bigint - 1) point)`,
} as const

export type MarketField = keyof typeof marketFields | keyof typeof askedMarketFields

const allFields = { ...marketFields, ...askedMarketFields }
export const marketFieldNames = Object.keys(allFields) as readonly MarketField[]

/** Each with its name, which comes from the table above, never from a request. */
const namedFields = Object.fromEntries(
  marketFieldNames.map((name) => [name, sql`${allFields[name]} as ${{ texts: [`"${name}"`], parts: [] }}`]),
) as Readonly<Record<MarketField, Fragment>>

function listOf(fields: readonly MarketField[]): Fragment {
  const named = fields.map((name) => namedFields[name])
  const [first, ...rest] = named
  return rest.reduce((list, field) => sql`${list}, ${field}`, first ?? sql`null`)
}

const wholeMarket = constant(listOf(Object.keys(marketFields) as readonly MarketField[]))

/** The select list of a market, whole or in part. */
export const marketRecord = (fields?: readonly MarketField[]): Fragment =>
  fields === undefined ? wholeMarket : listOf(fields)

const eventColumns: Fragment = sql`
  e.id as "id", e.master_address as "masterAddress", e.question as "question", e.category as "category",
  to_json(e.tags) as "tags", e.image_url as "imageUrl", ${iso(sql`e.created_at_ms`)} as "createdAt",
  e.leg_count as "legCount", e.total_volume::text as "totalVolume"`

/** An event, with its legs in the proposal's order when asked for. */
export const eventRecord = (withLegs: boolean): Fragment =>
  withLegs
    ? sql`${eventColumns}, (
        select coalesce(json_agg(row_to_json(market) order by m.leg), '[]')
        from markets m
        cross join lateral (select ${marketRecord()}) market
        where m.event_id = e.id
      ) as "legs"`
    : eventColumns

export const proposalRecord: Fragment = constant(sql`
  q.id as "id", q.question as "question", q.proposer as "proposer", q.status as "status",
  q.category as "category", q.rules as "rules", q.resolution_sources as "resolutionSources",
  q.image_url as "imageUrl", q.vote_count::text as "voteCount", q.unique_voters as "uniqueVoters",
  q.is_winner as "isWinner", q.final_vote_count as "finalVoteCount", q.created_at_ms as "submissionTime",
  ${iso(sql`q.created_at_ms`)} as "createdAt", ${iso(sql`q.updated_at_ms`)} as "updatedAt",
  ${iso(sql`q.finalized_at_ms`)} as "finalizedAt", ${iso(sql`q.rejected_at_ms`)} as "rejectedAt",
  ${iso(sql`q.last_vote_at_ms`)} as "lastVoteAt", q.metadata as "metadata", q.kind as "kind",
  case when q.kind = 'linked' then q.legs end as "legs"`)

export const parlayRecord: Fragment = constant(sql`
  r.id as "id", r.maker as "maker", r.taker as "taker", r.amount::text as "amount",
  r.combined_odds::text as "combinedOdds", r.taker_amount::text as "takerAmount", r.legs as "legs",
  ${iso(sql`r.expires_at_ms`)} as "expiresAt", r.status as "status", r.result as "result",
  r.maker_payout::text as "makerPayout", r.taker_payout::text as "takerPayout", r.tx_id as "txId",
  ${iso(sql`r.created_at_ms`)} as "createdAt", ${iso(sql`r.taken_at_ms`)} as "takenAt",
  ${iso(sql`r.ended_at_ms`)} as "endedAt", ${iso(sql`r.updated_at_ms`)} as "updatedAt"`)
