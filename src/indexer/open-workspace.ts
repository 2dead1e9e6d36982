import { outcomes, type VenueEvent } from '../domain/index.ts'
import {
  listEndingMarkets,
  listHeldOrders,
  listUnsettledPositionRows,
  loadRows,
  type MarketRow,
  type OrderRow,
  type Reader,
  type Span,
} from '../store/index.ts'
import type { TableSpace } from './table-space.ts'
import { createWorkspace, keys, type Workspace } from './workspace.ts'

/** What a batch works on, as far as markets and time decide it, and how to get the rest. */
export interface OpenedWorkspace {
  readonly rows: Workspace
  /** The rows that the events name by what stands in them, all asked for at once. */
  load(): Promise<unknown>
}

/**
 * The rows that a batch of events touches, in few questions for many events. An event names its rows by what stands in
 * it; only a market's own id is learnt on the way, so markets come first.
 */
export async function openWorkspace(
  db: Reader,
  events: readonly VenueEvent[],
  knownMarkets: readonly MarketRow[],
  /** Orders that end by themselves in the batch. */
  dying: readonly OrderRow[],
  /** Block time from before the batch to its end: what ends in it is loaded, too. */
  span: Span,
): Promise<OpenedWorkspace> {
  const rows = createWorkspace()
  const addMarkets = (found: readonly MarketRow[]) => {
    rows.markets.load(found)
    for (const market of found) rows.marketIds.set(market.marketAddress, market.id)
  }
  addMarkets(knownMarkets)
  const wanted = collect(events)
  rows.orders.load(dying)
  for (const order of dying) {
    rows.expiring.add(keys.order(order.marketId, order.orderId))
    rows.bookIds.add(order.marketId)
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
  const idsOf = (addresses: Iterable<string>): number[] =>
    withId([...addresses].map((market) => ({ market }))).map(({ marketId }) => marketId)

  for (const marketId of idsOf(wanted.books)) rows.bookIds.add(marketId)
  const groupIds = new Set(wanted.eventIds)
  for (const id of rows.marketIds.values()) {
    const eventId = rows.markets.find(String(id))?.eventId
    if (eventId != null) groupIds.add(eventId)
  }
  const resolvedIds = idsOf(wanted.resolved)

  async function load<R, F extends keyof R & string>(
    space: TableSpace<R>,
    fields: readonly F[],
    keys: Iterable<Pick<R, F>>,
  ): Promise<void> {
    space.load(await loadRows(db, space.table, fields, [...keys]))
  }

  const loadPositions = (holders: readonly { readonly marketId: number; readonly user: string }[]) =>
    load(
      rows.positions,
      ['userAddress', 'marketId', 'positionType'],
      [...new Map(holders.map((holder) => [`${holder.marketId}|${holder.user}`, holder])).values()].flatMap(
        ({ user, marketId }) =>
          outcomes.map((positionType) => ({ userAddress: user, marketId, positionType })),
      ),
    )

  /** What a resolution cancels, and what it gives another worth: the feed tells that. */
  async function loadResolved(): Promise<void> {
    rows.orders.load(await listHeldOrders(db, resolvedIds))
    const held = resolvedIds.flatMap((id) => rows.orders.listGroup(String(id)))
    await loadPositions(held.map(({ marketId, trader }) => ({ marketId, user: trader })))
    rows.positions.load(await listUnsettledPositionRows(db, resolvedIds))
  }

  const orderKeys = withId(wanted.orders.values()).map(({ marketId, orderId }) => ({ marketId, orderId }))
  return {
    rows,
    load: () =>
      Promise.all([
        load(rows.idCounters, ['name'], idNames),
        load(rows.proposals, ['id'], [...wanted.proposalIds].map(toId)),
        load(
          rows.proposals,
          ['periodId'],
          [...wanted.frozenPeriodIds].map((periodId) => ({ periodId })),
        ),
        load(rows.periods, ['id'], [...wanted.periodIds].map(toId)),
        load(
          rows.stakes,
          ['wallet'],
          [...wanted.wallets].map((wallet) => ({ wallet })),
        ),
        load(rows.vaultTotals, ['id'], wanted.wallets.size > 0 ? [{ id: 1 }] : []),
        load(rows.parlays, ['id'], [...wanted.parlayIds].map(toId)),
        load(rows.events, ['id'], [...groupIds].map(toId)),
        load(rows.orders, ['marketId', 'orderId'], orderKeys).then(loadResolved),
        loadPositions(withId(wanted.traders.values())),
        load(
          rows.priceLevels,
          ['marketId'],
          [...rows.bookIds].map((marketId) => ({ marketId })),
        ),
        load(rows.submissions, ['marketId', 'submission'], wanted.submissions.values()),
        load(rows.bonds, ['marketId', 'submission', 'place'], wanted.bonds.values()),
        load(rows.rounds, ['marketId', 'round'], wanted.rounds.values()),
        load(rows.commits, ['marketId', 'round', 'voter'], wanted.commits.values()),
      ]),
  }
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
