import {
  type ChainTable,
  type Checkpoint,
  commits,
  findBookVersions,
  findFeedHead,
  findToldBlock,
  listEndingMarkets,
  listTouchedKeys,
  listUnsettledPositionRows,
  listVenueTransactions,
  loadRows,
  type MarketRow,
  markets,
  orders,
  type PriceLevelRow,
  parlays,
  positions,
  priceLevels,
  proposals,
  rounds,
  stakes,
  submissions,
  votes,
  type Writer,
} from '../../store/index.ts'
import { appendFeed, putBookVersions } from '../../store/writes/indexer.ts'
import { everyChannel } from '../../wire/index.ts'
import { withResolved } from './block-changes.ts'
import type { Change, Changes } from './changes.ts'
import { messagesOf, type Told } from './messages-of.ts'
import { blockMessage, spanOf, toRow } from './tell-blocks.ts'

const tables = {
  markets,
  priceLevels,
  orders,
  positions,
  parlays,
  stakes,
  votes,
  proposals,
  submissions,
  rounds,
  commits,
} as const

/** Rows that will be undone, as they are before it. */
interface Touched<R> {
  readonly table: ChainTable<R>
  readonly keys: readonly Partial<R>[]
  readonly before: ReadonlyMap<string, R>
}

export interface UndoTelling {
  /** After the rows have been undone. */
  write(next: Checkpoint): Promise<void>
}

/** Looks at what undoing will change, so that it can be told afterwards. */
export async function startTellingUndo(
  tx: Writer,
  checkpoint: Checkpoint,
  to: { readonly height: number; readonly hash: string; readonly timestampMs: number },
): Promise<UndoTelling> {
  const touched = {
    markets: await lookAt(tx, tables.markets, to.height),
    priceLevels: await lookAt(tx, tables.priceLevels, to.height),
    orders: await lookAt(tx, tables.orders, to.height),
    positions: await lookAt(tx, tables.positions, to.height),
    parlays: await lookAt(tx, tables.parlays, to.height),
    stakes: await lookAt(tx, tables.stakes, to.height),
    votes: await lookAt(tx, tables.votes, to.height),
    proposals: await lookAt(tx, tables.proposals, to.height),
    submissions: await lookAt(tx, tables.submissions, to.height),
    rounds: await lookAt(tx, tables.rounds, to.height),
    commits: await lookAt(tx, tables.commits, to.height),
  }
  const orphaned = await listVenueTransactions(tx, to.height, checkpoint.height)

  async function write(next: Checkpoint): Promise<void> {
    const changedMarkets = await compare(tx, touched.markets)
    // Closed by the time of a block that is gone: open again.
    const known = new Set(changedMarkets.map(({ before, after }) => (after ?? before)!.id))
    for (const row of await listEndingMarkets(tx, spanOf([to.timestampMs, checkpoint.timestampMs])))
      if (!known.has(row.id)) changedMarkets.push({ before: row, after: row })
    const changed = {
      priceLevels: await compare(tx, touched.priceLevels),
      orders: await compare(tx, touched.orders),
      positions: await compare(tx, touched.positions),
      parlays: await compare(tx, touched.parlays),
      stakes: await compare(tx, touched.stakes),
      votes: await compare(tx, touched.votes),
      proposals: await compare(tx, touched.proposals),
      submissions: await compare(tx, touched.submissions),
      rounds: await compare(tx, touched.rounds),
      commits: await compare(tx, touched.commits),
    }
    const owned = [changed.priceLevels, changed.orders, changed.positions].flat() as Change<{
      marketId: number
    }>[]
    const oracle = [changed.submissions, changed.rounds, changed.commits].flat() as Change<{
      marketId: number
    }>[]
    const marketIds = [
      ...new Set([...owned, ...oracle].map(({ before, after }) => (after ?? before)!.marketId)),
    ]
    const marketRows = new Map<number, MarketRow>()
    for (const row of await loadRows(
      tx,
      markets,
      ['id'],
      marketIds.map((id) => ({ id })),
    ))
      marketRows.set(row.id, row)
    for (const { after } of changedMarkets) if (after !== null) marketRows.set(after.id, after)
    const bookIds = [...new Set(changed.priceLevels.map(({ before, after }) => (after ?? before)!.marketId))]
    const books = groupBy(
      await loadRows(
        tx,
        priceLevels,
        ['marketId'],
        bookIds.map((marketId) => ({ marketId })),
      ),
      ({ marketId }) => marketId,
    )
    const turned = changedMarkets
      .filter(({ before, after }) => before !== null && after !== null && before.resolved !== after.resolved)
      .map(({ after }) => after!.id)
    const holders = groupBy(await listUnsettledPositionRows(tx, turned), ({ marketId }) => marketId)
    const versions = await findBookVersions(tx, bookIds)
    const changes: Changes = {
      ...changed,
      markets: changedMarkets,
      positions: withResolved(changed.positions, changedMarkets, (id) => holders.get(id) ?? []),
      trades: [],
      marketOf: (id) => marketRows.get(id) ?? null,
    }
    const messages = messagesOf(changes, {
      fromMs: checkpoint.timestampMs,
      toMs: to.timestampMs,
      version: next.revision,
      prevOf: (marketId) => versions.get(marketId) ?? 0,
      fullBookOf: (marketId): readonly PriceLevelRow[] => books.get(marketId) ?? [],
    })
    const head = await findFeedHead(tx)
    const toldSeq = await findToldBlock(tx, to)
    const droppedFromSeq = Math.max(head.firstSeq, (toldSeq ?? head.firstSeq - 1) + 1)
    const all: Told[] = [
      { channel: everyChannel, type: 'reorg', data: { toHeight: to.height, droppedFromSeq } },
      ...orphaned.map(({ txId }): Told => ({ channel: `tx:${txId}`, type: 'orphaned', data: { txId } })),
      ...messages,
      blockMessage(to, next.revision),
    ]
    await appendFeed(
      tx,
      head.lastSeq,
      all.map((message) => toRow(message, to)),
    )
    const told = messages.flatMap((message): [number, number][] =>
      message.type === 'book' ? [[message.data.marketId, next.revision]] : [],
    )
    await putBookVersions(tx, new Map(told))
  }

  return { write }
}

async function lookAt<R>(tx: Writer, table: ChainTable<R>, height: number): Promise<Touched<R>> {
  const keys = await listTouchedKeys(tx, table, height)
  return { table, keys, before: await loadByKeys(tx, table, keys) }
}

async function compare<R>(tx: Writer, { table, keys, before }: Touched<R>): Promise<Change<R>[]> {
  const after = await loadByKeys(tx, table, keys)
  const changes: Change<R>[] = []
  for (const key of keys) {
    const text = keyText(table, key)
    const change = { before: before.get(text) ?? null, after: after.get(text) ?? null }
    // Came and went in blocks that are gone.
    if (change.before !== null || change.after !== null) changes.push(change)
  }
  return changes
}

async function loadByKeys<R>(
  tx: Writer,
  table: ChainTable<R>,
  keys: readonly Partial<R>[],
): Promise<Map<string, R>> {
  const fields = table.key.map(({ field }) => field) as (keyof R & string)[]
  const rows = await loadRows(tx, table, fields, keys as readonly Pick<R, keyof R & string>[])
  return new Map(rows.map((row) => [keyText(table, row), row]))
}

const keyText = <R>(table: ChainTable<R>, row: Partial<R>): string =>
  JSON.stringify(table.key.map(({ field }) => (row as Record<string, unknown>)[field]))

function groupBy<R>(rows: readonly R[], keyOf: (row: R) => number): Map<number, R[]> {
  const groups = new Map<number, R[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
