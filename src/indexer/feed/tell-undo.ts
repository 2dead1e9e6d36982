import {
  type ChainTable,
  type Checkpoint,
  commits,
  findBookVersions,
  findFeedHead,
  findToldBlock,
  listEndingMarkets,
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
  type UndoneTable,
  votes,
  type Writer,
} from '../../store/index.ts'
import { appendFeed } from '../../store/writes/indexer.ts'
import { everyChannel } from '../../wire/index.ts'
import { withResolved } from './block-changes.ts'
import type { Change, Changes } from './changes.ts'
import { messagesOf, type Told } from './messages-of.ts'
import { spanOf, toFeedBlock, toMessage } from './tell-blocks.ts'

/** Rows of a table that were undone. */
interface Undone<R> {
  readonly table: ChainTable<R>
  readonly changes: Change<R>[]
}

export interface UndoTelling {
  /** Before the rows of a table are undone. */
  look(table: UndoneTable): Promise<void>
  /** After all of them. */
  write(next: Checkpoint): Promise<void>
}

/** Looks at what undoing changes, so that it can be told afterwards. */
export async function startTellingUndo(
  tx: Writer,
  checkpoint: Checkpoint,
  to: { readonly height: number; readonly hash: string; readonly timestampMs: number },
): Promise<UndoTelling> {
  const undone = {
    markets: nothingOf(markets),
    priceLevels: nothingOf(priceLevels),
    orders: nothingOf(orders),
    positions: nothingOf(positions),
    parlays: nothingOf(parlays),
    stakes: nothingOf(stakes),
    votes: nothingOf(votes),
    proposals: nothingOf(proposals),
    submissions: nothingOf(submissions),
    rounds: nothingOf(rounds),
    commits: nothingOf(commits),
  }
  const byName = new Map(Object.values(undone).map((each) => [each.table.name, each as Undone<unknown>]))
  const orphaned = await listVenueTransactions(tx, to.height, checkpoint.height)

  async function look({ table, rows }: UndoneTable): Promise<void> {
    const told = byName.get(table.name)
    if (told === undefined) return
    const now = await loadByKeys(
      tx,
      table,
      rows.map(({ key }) => key),
    )
    for (const { key, before: after } of rows)
      told.changes.push({ before: now.get(keyText(table, key)) ?? null, after })
  }

  async function write(next: Checkpoint): Promise<void> {
    const changedMarkets = changesOf(undone.markets)
    // Closed by the time of a block that is gone: open again.
    const known = new Set(changedMarkets.map(({ before, after }) => (after ?? before)!.id))
    for (const row of await listEndingMarkets(tx, spanOf([to.timestampMs, checkpoint.timestampMs])))
      if (!known.has(row.id)) changedMarkets.push({ before: row, after: row })
    const changed = {
      priceLevels: changesOf(undone.priceLevels),
      orders: changesOf(undone.orders),
      positions: changesOf(undone.positions),
      parlays: changesOf(undone.parlays),
      stakes: changesOf(undone.stakes),
      votes: changesOf(undone.votes),
      proposals: changesOf(undone.proposals),
      submissions: changesOf(undone.submissions),
      rounds: changesOf(undone.rounds),
      commits: changesOf(undone.commits),
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
    const { firstSeq } = await findFeedHead(tx)
    const toldSeq = await findToldBlock(tx, to)
    const droppedFromSeq = Math.max(firstSeq, (toldSeq ?? firstSeq - 1) + 1)
    const all: Told[] = [
      { channel: everyChannel, type: 'reorg', data: { toHeight: to.height, droppedFromSeq } },
      ...orphaned.map(({ txId }): Told => ({ channel: `tx:${txId}`, type: 'orphaned', data: { txId } })),
      ...messages,
    ]
    const told = messages.flatMap((message): [number, number][] =>
      message.type === 'book' ? [[message.data.marketId, next.revision]] : [],
    )
    await appendFeed(tx, [toFeedBlock(to, next.revision, all.map(toMessage))], new Map(told))
  }

  return { look, write }
}

const nothingOf = <R>(table: ChainTable<R>): Undone<R> => ({ table, changes: [] })

/** Without rows that came and went in blocks that are gone. */
const changesOf = <R>({ changes }: Undone<R>): Change<R>[] =>
  changes.filter(({ before, after }) => before !== null || after !== null)

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
