import { outcomes, type VenueEvent } from '../domain/index.ts'
import {
  bonds,
  commits,
  events as eventsTable,
  idCounters,
  listEndingMarkets,
  listExpiringOrders,
  listHeldOrders,
  listUnsettledPositionRows,
  loadRows,
  type MarketRow,
  orders,
  parlays,
  periods,
  positions,
  priceLevels,
  proposals,
  type Reader,
  rounds,
  type Span,
  stakes,
  submissions,
  vaultTotals,
} from '../store/index.ts'
import { createWorkspace, keys, type Workspace } from './workspace.ts'

/**
 * The rows that a batch of events touches, in few questions for many events. An event names its rows by what stands in
 * it; only a market's own id is learnt on the way, so markets come first.
 */
export async function loadWorkspace(
  db: Reader,
  events: readonly VenueEvent[],
  knownMarkets: readonly MarketRow[],
  /** Block time from before the batch to its end: what ends in it is loaded, too. */
  span: Span,
): Promise<Workspace> {
  const rows = createWorkspace()
  const addMarkets = (found: readonly MarketRow[]) => {
    rows.markets.load(found)
    for (const market of found) rows.marketIds.set(market.marketAddress, market.id)
  }
  addMarkets(knownMarkets)
  const wanted = collect(events)
  const dying = await listExpiringOrders(db, span.toMs)
  rows.orders.load(dying)
  for (const order of dying) {
    rows.expiring.add(keys.order(order.marketId, order.orderId))
    wanted.marketIds.add(order.marketId)
  }

  const missing = [...wanted.marketIds].filter((id) => rows.markets.find(String(id)) === null)
  const found = await listEndingMarkets(db, span, missing)
  for (const row of found) if (isEnding(row, span)) rows.ending.set(row.id, row)
  addMarkets(found.filter(({ id }) => wanted.marketIds.has(id)))
  /** Markets born in this batch have no rows yet; their ids are in the batch itself. */
  const bornIds = new Map<string, number>()
  for (const event of events)
    if (event.type === 'MarketDeployed') bornIds.set(event.marketAddress, event.marketId)
  const idOf = (address: string): number | undefined => rows.marketIds.get(address) ?? bornIds.get(address)
  const withId = <T extends { readonly market: string }>(items: Iterable<T>) =>
    [...items].flatMap((item) => {
      const marketId = idOf(item.market)
      return marketId === undefined ? [] : [{ ...item, marketId }]
    })

  rows.idCounters.load(await loadRows(db, idCounters, ['name'], idNames))
  rows.proposals.load(await loadRows(db, proposals, ['id'], [...wanted.proposalIds].map(toId)))
  rows.proposals.load(
    await loadRows(
      db,
      proposals,
      ['periodId'],
      [...wanted.frozenPeriodIds].map((periodId) => ({ periodId })),
    ),
  )
  rows.periods.load(await loadRows(db, periods, ['id'], [...wanted.periodIds].map(toId)))
  rows.stakes.load(
    await loadRows(
      db,
      stakes,
      ['wallet'],
      [...wanted.wallets].map((wallet) => ({ wallet })),
    ),
  )
  if (wanted.wallets.size > 0) rows.vaultTotals.load(await loadRows(db, vaultTotals, ['id'], [{ id: 1 }]))
  rows.parlays.load(await loadRows(db, parlays, ['id'], [...wanted.parlayIds].map(toId)))

  const groupIds = new Set(wanted.eventIds)
  for (const id of rows.marketIds.values()) {
    const eventId = rows.markets.find(String(id))?.eventId
    if (eventId != null) groupIds.add(eventId)
  }
  rows.events.load(await loadRows(db, eventsTable, ['id'], [...groupIds].map(toId)))

  rows.orders.load(
    await loadRows(
      db,
      orders,
      ['marketId', 'orderId'],
      withId(wanted.orders.values()).map(({ marketId, orderId }) => ({ marketId, orderId })),
    ),
  )
  const resolvedIds = withId([...wanted.resolved].map((market) => ({ market }))).map(
    ({ marketId }) => marketId,
  )
  rows.orders.load(await listHeldOrders(db, resolvedIds))
  const traders = new Map<string, { readonly marketId: number; readonly user: string }>()
  const held = resolvedIds.flatMap((id) => rows.orders.listGroup(String(id)))
  for (const { marketId, user } of [
    ...withId(wanted.traders.values()),
    ...held.map(({ marketId, trader }) => ({ marketId, user: trader })),
  ])
    traders.set(`${marketId}|${user}`, { marketId, user })
  rows.positions.load(
    await loadRows(
      db,
      positions,
      ['userAddress', 'marketId', 'positionType'],
      [...traders.values()].flatMap(({ user, marketId }) =>
        outcomes.map((positionType) => ({ userAddress: user, marketId, positionType })),
      ),
    ),
  )
  // Their worth changes with the resolution, and the feed tells it.
  rows.positions.load(await listUnsettledPositionRows(db, resolvedIds))
  for (const { marketId } of withId([...wanted.books].map((market) => ({ market }))))
    rows.bookIds.add(marketId)
  for (const { marketId } of dying) rows.bookIds.add(marketId)
  rows.priceLevels.load(
    await loadRows(
      db,
      priceLevels,
      ['marketId'],
      [...rows.bookIds].map((marketId) => ({ marketId })),
    ),
  )

  rows.submissions.load(
    await loadRows(db, submissions, ['marketId', 'submission'], [...wanted.submissions.values()]),
  )
  rows.bonds.load(await loadRows(db, bonds, ['marketId', 'submission', 'place'], [...wanted.bonds.values()]))
  rows.rounds.load(await loadRows(db, rounds, ['marketId', 'round'], [...wanted.rounds.values()]))
  rows.commits.load(await loadRows(db, commits, ['marketId', 'round', 'voter'], [...wanted.commits.values()]))
  return rows
}

const idNames = (['orders', 'trades', 'positions', 'votes', 'activity'] as const).map((name) => ({ name }))
const isEnding = (row: MarketRow, { fromMs, toMs }: Span): boolean =>
  !row.resolved && row.state === 'open' && row.endsAtMs > fromMs && row.endsAtMs <= toMs
const toId = (id: number) => ({ id })

/** Which rows the events name, each once. */
function collect(events: readonly VenueEvent[]) {
  const wanted = {
    marketIds: new Set<number>(),
    proposalIds: new Set<number>(),
    periodIds: new Set<number>(),
    frozenPeriodIds: new Set<number>(),
    eventIds: new Set<number>(),
    parlayIds: new Set<number>(),
    wallets: new Set<string>(),
    /** Addresses of markets whose book changes, and of those that are resolved. */
    books: new Set<string>(),
    resolved: new Set<string>(),
    orders: new Map<string, { market: string; orderId: number }>(),
    traders: new Map<string, { market: string; user: string }>(),
    submissions: new Map<string, { marketId: number; submission: number }>(),
    bonds: new Map<string, { marketId: number; submission: number; place: number }>(),
    rounds: new Map<string, { marketId: number; round: number }>(),
    commits: new Map<string, { marketId: number; round: number; voter: string }>(),
  }
  for (const event of events) {
    if ('marketAddress' in event && event.type !== 'MarketDeployed') {
      const market = event.marketAddress
      wanted.books.add(market)
      if (event.type === 'MarketStateChanged' && event.state === 'resolved') wanted.resolved.add(market)
      if ('orderId' in event)
        wanted.orders.set(`${market}|${event.orderId}`, { market, orderId: event.orderId })
      if ('makerOrderId' in event)
        wanted.orders.set(`${market}|${event.makerOrderId}`, { market, orderId: event.makerOrderId })
      if ('trader' in event) wanted.traders.set(`${market}|${event.trader}`, { market, user: event.trader })
      if ('maker' in event) wanted.traders.set(`${market}|${event.maker}`, { market, user: event.maker })
    }
    if ('marketId' in event && event.type !== 'MarketDeployed') {
      const { marketId } = event
      wanted.marketIds.add(marketId)
      if ('submission' in event)
        wanted.submissions.set(`${marketId}|${event.submission}`, { marketId, submission: event.submission })
      if (event.type === 'BondSettled' || event.type === 'BondLowered') {
        const { submission } = event
        const place = event.type === 'BondLowered' ? 0 : event.place
        wanted.bonds.set(`${marketId}|${submission}|${place}`, { marketId, submission, place })
      }
      if ('round' in event) wanted.rounds.set(`${marketId}|${event.round}`, { marketId, round: event.round })
      if ('round' in event && 'voter' in event)
        wanted.commits.set(`${marketId}|${event.round}|${event.voter}`, {
          marketId,
          round: event.round,
          voter: event.voter,
        })
    }
    if ('proposalId' in event) wanted.proposalIds.add(event.proposalId)
    if ('periodId' in event) wanted.periodIds.add(event.periodId)
    if (event.type === 'PeriodFrozen') wanted.frozenPeriodIds.add(event.periodId)
    if ('eventId' in event && event.eventId !== null) wanted.eventIds.add(event.eventId)
    if ('parlayId' in event) wanted.parlayIds.add(event.parlayId)
    if ('wallet' in event) wanted.wallets.add(event.wallet)
  }
  return wanted
}
