import type { ChainBlock } from '../chain/index.ts'
import {
  blocks as blocksTable,
  type Checkpoint,
  type Database,
  findCheckpoint,
  listExpiringOrders,
  transactions,
  type Writer,
} from '../store/index.ts'
import { lockIndex, putCheckpoint, writeRows } from '../store/writes/indexer.ts'
import { noteActivity } from './activity.ts'
import { decodeBlocks, type Venue } from './decode.ts'
import { type FeedOptions, findVenueTxIds, spanOf, startTelling, tellAll } from './feed/tell-blocks.ts'
import { expireOrders } from './fold/expire-orders.ts'
import { foldEvent } from './fold/fold-event.ts'
import { settleBooks } from './fold/settle-books.ts'
import { loadCandles, settleCandles } from './fold/settle-candles.ts'
import { openWorkspace } from './open-workspace.ts'
import type { PlacedEvent } from './place.ts'
import { writeWorkspace } from './write-workspace.ts'

/** The line that is indexed: stands in the checkpoint from the first block on. */
export interface Line {
  readonly networkId: number
  readonly genesisHash: string
  readonly startHeight: number
}

export interface ApplyOptions {
  readonly line: Line
  readonly venue: Venue
  /** Blocks at or below this height will never be undone, so they leave no images. */
  readonly finalHeight: number
  /** Absent: every block is told. */
  readonly feed?: FeedOptions
}

export interface Applied {
  readonly checkpoint: Checkpoint | null
  readonly blockCount: number
  readonly eventCount: number
}

/**
 * Applies blocks in one transaction: rows, images, counters, checkpoint. Blocks that are applied already are passed
 * over, and blocks that do not follow on the checkpoint are left alone: whoever came first was right.
 */
export function applyBlocks(
  database: Database,
  blocks: readonly ChainBlock[],
  options: ApplyOptions,
): Promise<Applied> {
  return database.transaction((tx) => applyInTransaction(tx, blocks, options), { lane: 'indexer' })
}

async function applyInTransaction(
  tx: Writer,
  blocks: readonly ChainBlock[],
  { line, venue, finalHeight, feed }: ApplyOptions,
): Promise<Applied> {
  const [, checkpoint] = await Promise.all([lockIndex(tx), findCheckpoint(tx)])
  const fresh = followers(blocks, checkpoint, line)
  const last = fresh.at(-1)
  if (!last) return { checkpoint, blockCount: 0, eventCount: 0 }

  const times = fresh.map(({ timestampMs }) => timestampMs)
  const span = spanOf([checkpoint?.timestampMs ?? 0, ...times])
  const [decoded, dying] = await Promise.all([
    decodeBlocks(tx, fresh, venue),
    listExpiringOrders(tx, span.toMs),
  ])
  const events = decoded.events.map(({ event }) => event)
  const { rows, load } = await openWorkspace(tx, events, decoded.markets, dying, span)
  const speaking = decoded.events.map(({ place }) => place.txId)
  const loaded = load()
  // Behind it, and while the blocks are folded, for what comes after the folds.
  const telling = startTelling(tx, rows, { blocks: fresh, checkpoint, options: feed ?? tellAll })
  const candlesLoaded = loadCandles(tx, rows, times)
  const venueTxIdsFound = findVenueTxIds(tx, fresh, speaking)
  for (const asked of [candlesLoaded, venueTxIdsFound]) asked.catch(() => undefined) // awaited below
  await loaded
  /** The first block is as good as genesis: what is before it was never indexed, so it cannot be undone. */
  const settledHeight = Math.max(checkpoint?.finalHeight ?? line.startHeight, finalHeight)
  const keepsImages = (height: number) => height > settledHeight

  const byHeight = groupByHeight(decoded.events)
  for (const block of fresh) {
    rows.enterBlock(block.height, keepsImages(block.height))
    expireOrders(rows, block)
    const tradeCount = rows.trades.length
    for (const event of byHeight.get(block.height) ?? []) {
      foldEvent(event, rows)
      noteActivity(event, rows)
    }
    settleBooks(rows)
    await candlesLoaded
    settleCandles(rows, rows.trades.slice(tradeCount), block.timestampMs)
    telling.addBlock(block)
  }

  const next: Checkpoint = {
    ...line,
    height: last.height,
    hash: last.hash,
    timestampMs: last.timestampMs,
    // Raised where blocks left no images, and by whoever drops images: else nobody would see that there are some to drop.
    finalHeight:
      checkpoint === null || !keepsImages(fresh[0]!.height)
        ? Math.min(settledHeight, last.height)
        : checkpoint.finalHeight,
    // One for each block: the feed tells them one by one, and a book's version is a revision.
    revision: (checkpoint?.revision ?? 0) + fresh.length,
  }
  const venueTxIds = await venueTxIdsFound
  const written = Promise.all([
    writeWorkspace(tx, rows, keepsImages),
    writeRows(tx, blocksTable, fresh),
    writeRows(tx, transactions, scriptTransactions(fresh, venueTxIds)),
    putCheckpoint(tx, next),
  ])
  await both(written, telling.tell(venueTxIds, written))
  return { checkpoint: next, blockCount: fresh.length, eventCount: decoded.events.length }
}

/** Two things in one transaction, which may end only when neither is under way any more. */
async function both(one: Promise<unknown>, other: Promise<unknown>): Promise<void> {
  const outcomes = await Promise.allSettled([one, other])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** The blocks that come right after the checkpoint, in one unbroken line. */
function followers(blocks: readonly ChainBlock[], checkpoint: Checkpoint | null, line: Line): ChainBlock[] {
  const fresh: ChainBlock[] = []
  let height = checkpoint?.height ?? line.startHeight - 1
  let hash = checkpoint?.hash ?? null
  for (const block of blocks) {
    if (block.height !== height + 1) continue
    if (hash !== null && block.parentHash !== hash) break
    fresh.push(block)
    height = block.height
    hash = block.hash
  }
  return fresh
}

function groupByHeight(events: readonly PlacedEvent[]): Map<number, PlacedEvent[]> {
  const groups = new Map<number, PlacedEvent[]>()
  for (const event of events) {
    const group = groups.get(event.place.height)
    if (group) group.push(event)
    else groups.set(event.place.height, [event])
  }
  return groups
}

const scriptTransactions = (blocks: readonly ChainBlock[], venueTxIds: ReadonlySet<string>) =>
  blocks.flatMap((block) =>
    block.transactions
      .filter((transaction) => transaction.hasScript)
      .map(({ txId, scriptExecutionOk }) => ({
        txId,
        height: block.height,
        scriptOk: scriptExecutionOk,
        isVenue: venueTxIds.has(txId),
      })),
  )
