import {
  type ActivityRow,
  bonds,
  candles,
  commits,
  events,
  idCounters,
  type MarketRow,
  markets,
  orders,
  parlays,
  periods,
  positions,
  priceLevels,
  proposals,
  rounds,
  stakes,
  submissions,
  type TradeRow,
  vaultTotals,
  votes,
} from '../store/index.ts'
import { type Entry, toActivityRow } from './activity-entry.ts'
import {
  activityCounts,
  type CountKey,
  eventCounts,
  marketCounts,
  orderCounts,
  parlayCounts,
  positionCounts,
  proposalCounts,
  tradeCounts,
} from './counted-lists.ts'
import { TableSpace } from './table-space.ts'
import { TallySpace } from './tally-space.ts'
import { WalletTotals } from './wallet-totals.ts'

/** How folds name rows. One function per table, so that nobody spells a key twice. */
export const keys = {
  order: (marketId: number, orderId: number) => `${marketId}|${orderId}`,
  position: (user: string, marketId: number, outcome: string) => `${user}|${marketId}|${outcome}`,
  level: (marketId: number, side: string, price: number) => `${marketId}|${side}|${price}`,
  book: (marketId: number, side: string) => `${marketId}|${side}`,
  candle: (marketId: number, interval: string, startMs: number) => `${marketId}|${interval}|${startMs}`,
  vote: (proposalId: number, voter: string) => `${proposalId}|${voter}`,
  bond: (marketId: number, submission: number, place: number) => `${marketId}|${submission}|${place}`,
  ofMarket: (marketId: number, number: number) => `${marketId}|${number}`,
  commit: (marketId: number, round: number, voter: string) => `${marketId}|${round}|${voter}`,
} as const

/** Names of the dense public ids. */
export type IdName = 'orders' | 'trades' | 'positions' | 'votes' | 'activity'

export type Workspace = ReturnType<typeof createWorkspace>

/** Everything a batch of blocks may touch, in memory: what the folds work on. */
export function createWorkspace() {
  const counts = new TallySpace<CountKey>(([scope, key]) => `${scope}|${key}`)
  const words = new TallySpace<string>((word) => word)
  const walletTotals = new WalletTotals()
  const trades: TradeRow[] = []
  const activity: ActivityRow[] = []
  const touchedBooks = new Set<number>()
  const bookIds = new Set<number>()
  const marketIds = new Map<string, number>()
  const expiring = new Set<string>()

  /** Moves the counters of a list along with its rows. */
  const counting =
    <R>(keysOf: (row: R) => readonly CountKey[], isSame: (before: R, after: R) => boolean) =>
    (before: R | null, after: R | null): void => {
      if (before !== null && after !== null && isSame(before, after)) return
      if (before !== null) for (const key of keysOf(before)) counts.add(key, -1)
      if (after !== null) for (const key of keysOf(after)) counts.add(key, 1)
    }

  const tables = {
    stakes: new TableSpace(stakes, { keyOf: (row) => row.wallet }),
    vaultTotals: new TableSpace(vaultTotals, { keyOf: (row) => String(row.id) }),
    periods: new TableSpace(periods, { keyOf: (row) => String(row.id) }),
    proposals: new TableSpace(proposals, {
      keyOf: (row) => String(row.id),
      groupOf: (row) => String(row.periodId),
      onChange: counting(proposalCounts, (a, b) => a.status === b.status && a.category === b.category),
    }),
    votes: new TableSpace(votes, { keyOf: (row) => keys.vote(row.proposalId, row.voter) }),
    events: new TableSpace(events, {
      keyOf: (row) => String(row.id),
      onChange: counting(eventCounts, () => true),
    }),
    markets: new TableSpace(markets, {
      keyOf: (row) => String(row.id),
      onChange: counting(marketCounts, (a, b) => a.resolved === b.resolved),
    }),
    priceLevels: new TableSpace(priceLevels, {
      keyOf: (row) => keys.level(row.marketId, row.side, row.price),
      groupOf: (row) => keys.book(row.marketId, row.side),
    }),
    candles: new TableSpace(candles, {
      keyOf: (row) => keys.candle(row.marketId, row.interval, row.startMs),
    }),
    orders: new TableSpace(orders, {
      keyOf: (row) => keys.order(row.marketId, row.orderId),
      groupOf: (row) => String(row.marketId),
      onChange: counting(orderCounts, (a, b) => a.status === b.status),
    }),
    positions: new TableSpace(positions, {
      keyOf: (row) => keys.position(row.userAddress, row.marketId, row.positionType),
      groupOf: (row) => String(row.marketId),
      onChange: counting(positionCounts, (a, b) => a.isSettled === b.isSettled),
    }),
    parlays: new TableSpace(parlays, {
      keyOf: (row) => String(row.id),
      onChange: counting(parlayCounts, (a, b) => a.status === b.status && a.taker === b.taker),
    }),
    submissions: new TableSpace(submissions, { keyOf: (row) => keys.ofMarket(row.marketId, row.submission) }),
    bonds: new TableSpace(bonds, { keyOf: (row) => keys.bond(row.marketId, row.submission, row.place) }),
    rounds: new TableSpace(rounds, { keyOf: (row) => keys.ofMarket(row.marketId, row.round) }),
    commits: new TableSpace(commits, { keyOf: (row) => keys.commit(row.marketId, row.round, row.voter) }),
    idCounters: new TableSpace(idCounters, { keyOf: (row) => row.name }),
  }

  return {
    ...tables,
    counts,
    words,
    walletTotals,
    /** Trades of the batch; they are only ever added. */
    trades,
    /** What wallets did in the batch; only ever added, too. */
    activity,
    /** Markets whose book the batch may change. */
    bookIds,
    /** Markets whose book changed in the current block. */
    touchedBooks,
    /** Keys of orders that rest and end by themselves, as far as the batch reaches. */
    expiring,
    /** Open markets whose trading ends with the batch, by their ids. */
    ending: new Map<number, MarketRow>(),
    /** Id of every market that an event of the batch names by its address. */
    marketIds,

    enterBlock(height: number, keepsImages: boolean): void {
      for (const table of Object.values(tables)) table.enterBlock(height, keepsImages)
      counts.enterBlock(height)
      words.enterBlock(height)
      walletTotals.enterBlock(height)
      touchedBooks.clear()
    },

    /** Public ids are dense: the counter is a row, so it steps back when its block is undone. */
    nextId(name: IdName): number {
      const id = (tables.idCounters.find(name)?.lastId ?? 0) + 1
      tables.idCounters.put({ name, lastId: id })
      return id
    },

    addTrade(row: TradeRow): void {
      trades.push(row)
      for (const key of tradeCounts(row)) counts.add(key, 1)
    },

    addActivity(entry: Entry, height: number, atMs: number, txId: string | null = null): void {
      activity.push(toActivityRow(entry, { id: this.nextId('activity'), height, atMs, txId }))
      for (const key of activityCounts(entry)) counts.add(key, 1)
    },

    foldedTables: Object.values(tables) as readonly TableSpace<unknown>[],
  }
}
