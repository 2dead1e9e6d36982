import type { ChainBlock } from '../../chain/index.ts'
import { afterThisTurn } from '../../kit/index.ts'
import {
  type Checkpoint,
  type FallingDue,
  findBookVersions,
  findFallingDue,
  listBuiltHere,
  listEndingMarkets,
  type MarketRow,
  type NewFeedBlock,
  type NewMessage,
  type Writer,
} from '../../store/index.ts'
import { appendFeed, skipFeed } from '../../store/writes/indexer.ts'
import { toIso } from '../../wire/index.ts'
import type { Workspace } from '../workspace.ts'
import { blockChanges } from './block-changes.ts'
import type { Changes } from './changes.ts'
import { messagesOf, type Told } from './messages-of.ts'

export interface FeedOptions {
  /** Blocks before this time are too old to be told. */
  readonly sinceMs: number
  /** Blocks, its own included, after which a transaction counts as confirmed. */
  readonly confirmations: number
}

export const CONFIRMATIONS = 10

export const tellAll: FeedOptions = { sinceMs: 0, confirmations: CONFIRMATIONS }

/** The messages of a batch, gathered block by block and written in the batch's own transaction. */
export interface Telling {
  /** After a block has been folded. */
  addBlock(block: ChainBlock, rows: Workspace): void
  /** Makes the messages, a block a turn: meanwhile the database writes the rows. */
  compose(): Promise<void>
  /** After its rows have been written. */
  write(): Promise<void>
}

interface Gathered {
  readonly block: ChainBlock
  readonly version: number
  readonly fromMs: number
  readonly changes: Changes
  readonly messages: NewMessage[]
}

export async function startTelling(
  tx: Writer,
  {
    blocks,
    checkpoint,
    venueTxIds,
    options,
  }: {
    readonly blocks: readonly ChainBlock[]
    readonly checkpoint: Checkpoint | null
    readonly venueTxIds: ReadonlySet<string>
    readonly options: FeedOptions
  },
): Promise<Telling> {
  const oldest = blocks.find(({ timestampMs }) => timestampMs >= options.sinceMs)
  const isTold = ({ height }: ChainBlock): boolean => oldest !== undefined && height >= oldest.height
  /** Some of them are told to nobody. */
  const skips = oldest !== blocks[0]
  const beforeMs = checkpoint?.timestampMs ?? 0
  const revision = checkpoint?.revision ?? 0
  const span = spanOf([beforeMs, ...blocks.map(({ timestampMs }) => timestampMs)])
  const ending = oldest === undefined ? [] : await listEndingMarkets(tx, span)
  const endingIds = new Map<number, MarketRow>(ending.map((row) => [row.id, row]))
  const gathered: Gathered[] = []
  const bookVersions = new Map<number, number>()
  let tradeCount = 0
  let position = 0
  let lastMs = beforeMs

  function addBlock(block: ChainBlock, rows: Workspace): void {
    position += 1
    const fromMs = lastMs
    lastMs = block.timestampMs
    const trades = rows.trades.slice(tradeCount)
    tradeCount = rows.trades.length
    // A market of this batch may end in it too.
    for (const { after } of rows.markets.blockChanges()) if (after !== null) endingIds.set(after.id, after)
    if (!isTold(block)) return
    const version = revision + position
    const between = spanOf([fromMs, block.timestampMs])
    const changes = blockChanges(
      rows,
      trades,
      [...endingIds.values()].filter(({ endsAtMs }) => endsAtMs > between.fromMs && endsAtMs <= between.toMs),
    )
    gathered.push({ block, version, fromMs, changes, messages: [] })
  }

  async function compose(): Promise<void> {
    const touched = new Set(gathered.flatMap(booksOf))
    // Who skips forgets the books.
    const before = await findBookVersions(tx, skips ? [] : [...touched])
    for (const { block, version, fromMs, changes, messages } of gathered) {
      await new Promise<void>(afterThisTurn)
      const made = messagesOf(changes, {
        fromMs,
        toMs: block.timestampMs,
        version,
        prevOf: (marketId) => bookVersions.get(marketId) ?? before.get(marketId) ?? 0,
        fullBookOf: null,
      })
      for (const message of made) {
        messages.push(toMessage(message))
        if (message.type === 'book') bookVersions.set(message.data.marketId, version)
      }
    }
  }

  async function write(): Promise<void> {
    if (skips) await skipFeed(tx)
    if (gathered.length === 0) return
    const { confirmations } = options
    const due = await findFallingDue(
      tx,
      spanOf([gathered[0]!.fromMs, ...gathered.map(({ block }) => block.timestampMs)]),
      {
        above: gathered[0]!.block.height - confirmations,
        upTo: gathered.at(-1)!.block.height - confirmations + 1,
      },
    )
    addTransactions(due)
    addActions(due)
    await appendFeed(
      tx,
      gathered.map(({ block, version, messages }) => toFeedBlock(block, version, messages)),
      bookVersions,
    )
  }

  /** Included now, and those whose last confirmation came with one of these blocks. */
  function addTransactions({ confirmed }: FallingDue): void {
    const { confirmations } = options
    for (const { block, messages } of gathered) {
      for (const { txId, hasScript, scriptExecutionOk } of block.transactions)
        if (hasScript && venueTxIds.has(txId))
          messages.push(
            toMessage({
              channel: `tx:${txId}`,
              type: 'included',
              data: { txId, scriptOk: scriptExecutionOk },
            }),
          )
      for (const { txId, height } of confirmed)
        if (height + confirmations - 1 === block.height)
          messages.push(
            toMessage({
              channel: `tx:${txId}`,
              type: 'confirmed',
              data: { txId, includedAtHeight: height, confirmations },
            }),
          )
    }
  }

  function addActions({ reveals, withdrawals }: FallingDue): void {
    for (const { block, fromMs, messages } of gathered) {
      const isNow = (dueAtMs: number) => dueAtMs > fromMs && dueAtMs <= block.timestampMs
      for (const { voter, marketAddress, dueAtMs, endsAtMs } of reveals)
        if (isNow(dueAtMs))
          messages.push(
            toMessage({
              channel: `wallet:${voter}`,
              type: 'action',
              data: { action: 'reveal', marketAddress, by: toIso(endsAtMs) },
            }),
          )
      for (const { wallet, dueAtMs } of withdrawals)
        if (isNow(dueAtMs))
          messages.push(
            toMessage({
              channel: `wallet:${wallet}`,
              type: 'action',
              data: { action: 'withdraw', marketAddress: null, by: null },
            }),
          )
    }
  }

  return { addBlock, compose, write }
}

/** Which transactions of the blocks are the venue's: those that caused an event, and those that were built here. */
export async function findVenueTxIds(
  tx: Writer,
  blocks: readonly ChainBlock[],
  speaking: Iterable<string>,
): Promise<Set<string>> {
  const known = new Set(speaking)
  const silent = blocks.flatMap(({ transactions }) =>
    transactions.filter(({ txId, hasScript }) => hasScript && !known.has(txId)).map(({ txId }) => txId),
  )
  for (const txId of await listBuiltHere(tx, silent)) known.add(txId)
  return known
}

export function spanOf(times: readonly number[]): { readonly fromMs: number; readonly toMs: number } {
  return { fromMs: Math.min(...times), toMs: Math.max(...times) }
}

/** Markets whose levels changed; one that came and went in the same block is no level. */
const booksOf = ({ changes }: Gathered): number[] =>
  changes.priceLevels.flatMap(({ before, after }) => (after ?? before)?.marketId ?? [])

export const toMessage = ({ channel, type, data }: Told): NewMessage => ({
  channel,
  type,
  data: JSON.stringify(data),
})

interface BlockFacts {
  readonly height: number
  readonly hash: string
  readonly timestampMs: number
}

/** What is told of a block: at last, that it was. */
export function toFeedBlock(
  { height, hash, timestampMs }: BlockFacts,
  version: number,
  messages: readonly NewMessage[],
): NewFeedBlock {
  const last = toMessage({
    channel: 'blocks',
    type: 'block',
    data: { height, hash, timestamp: timestampMs, version },
  })
  return { height, hash, timestampMs, version, messages: [...messages, last] }
}
