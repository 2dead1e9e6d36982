import type { ChainBlock } from '../../chain/index.ts'
import { afterThisTurn } from '../../kit/index.ts'
import {
  type Checkpoint,
  type FallingDue,
  findFallingDue,
  listBuiltHere,
  listRevealsFallingDue,
  listWithdrawalsFallingDue,
  type NewFeedBlock,
  type NewMessage,
  type Reveal,
  type VenueTransaction,
  type Withdrawal,
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
  addBlock(block: ChainBlock): void
  /**
   * Makes the messages, a block a turn, and appends them, while the database still writes the rows: what has to find these is
   * asked when they are written.
   */
  tell(venueTxIds: ReadonlySet<string>, rowsWritten: Promise<unknown>): Promise<void>
}

interface Gathered {
  readonly block: ChainBlock
  readonly version: number
  readonly fromMs: number
  readonly changes: Changes
  readonly messages: NewMessage[]
}

/** The index is asked once, while the blocks are folded; what they change themselves is in the workspace. */
export function startTelling(
  tx: Writer,
  rows: Workspace,
  {
    blocks,
    checkpoint,
    options,
  }: {
    readonly blocks: readonly ChainBlock[]
    readonly checkpoint: Checkpoint | null
    readonly options: FeedOptions
  },
): Telling {
  const oldest = blocks.find(({ timestampMs }) => timestampMs >= options.sinceMs)
  const isTold = ({ height }: ChainBlock): boolean => oldest !== undefined && height >= oldest.height
  /** Some of them are told to nobody. */
  const skips = oldest !== blocks[0]
  const beforeMs = checkpoint?.timestampMs ?? 0
  const revision = checkpoint?.revision ?? 0
  const span = spanOf([beforeMs, ...blocks.map(({ timestampMs }) => timestampMs)])
  const { confirmations } = options
  const dueFound =
    oldest === undefined
      ? Promise.resolve(null)
      : findFallingDue(
          tx,
          span,
          { above: oldest.height - confirmations, upTo: blocks.at(-1)!.height - confirmations + 1 },
          // Who skips forgets the books.
          skips ? [] : [...rows.bookIds],
        )
  dueFound.catch(() => undefined) // awaited by tell
  let due: FallingDue | null = null
  const ending = new Map(rows.ending)
  const gathered: Gathered[] = []
  const bookVersions = new Map<number, number>()
  let tradeCount = 0
  let position = 0
  let lastMs = beforeMs

  function addBlock(block: ChainBlock): void {
    position += 1
    const fromMs = lastMs
    lastMs = block.timestampMs
    const trades = rows.trades.slice(tradeCount)
    tradeCount = rows.trades.length
    // A market of this batch may end in it too.
    for (const { after } of rows.markets.blockChanges()) if (after !== null) ending.set(after.id, after)
    if (!isTold(block)) return
    const version = revision + position
    const between = spanOf([fromMs, block.timestampMs])
    const changes = blockChanges(
      rows,
      trades,
      [...ending.values()].filter(({ endsAtMs }) => endsAtMs > between.fromMs && endsAtMs <= between.toMs),
    )
    gathered.push({ block, version, fromMs, changes, messages: [] })
  }

  async function tell(venueTxIds: ReadonlySet<string>, rowsWritten: Promise<unknown>): Promise<void> {
    if (skips) await skipFeed(tx)
    if (gathered.length === 0) return
    due = await dueFound
    await compose()
    addTransactions(venueTxIds)
    addActions(await findReveals(rowsWritten), await findWithdrawals(rowsWritten))
    await appendFeed(
      tx,
      gathered.map(({ block, version, messages }) => toFeedBlock(block, version, messages)),
      bookVersions,
    )
  }

  async function compose(): Promise<void> {
    for (const { block, version, fromMs, changes, messages } of gathered) {
      await new Promise<void>(afterThisTurn)
      const made = messagesOf(changes, {
        fromMs,
        toMs: block.timestampMs,
        version,
        prevOf: (marketId) => bookVersions.get(marketId) ?? due?.bookVersions.get(marketId) ?? 0,
        fullBookOf: null,
      })
      for (const message of made) {
        messages.push(toMessage(message))
        if (message.type === 'book') bookVersions.set(message.data.marketId, version)
      }
    }
  }

  /** Included now, and those whose last confirmation came with one of these blocks. */
  function addTransactions(venueTxIds: ReadonlySet<string>): void {
    const confirmed = [...(due?.confirmed ?? []), ...ownTransactions(venueTxIds)]
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

  /** Of the blocks themselves: one confirmation may be enough, and there may be many blocks. */
  function ownTransactions(venueTxIds: ReadonlySet<string>): VenueTransaction[] {
    return blocks.flatMap(({ height, transactions }) =>
      transactions
        .filter(({ txId, hasScript }) => hasScript && venueTxIds.has(txId))
        .map(({ txId }) => ({ txId, height }))
        .sort((a, b) => byText(a.txId, b.txId)),
    )
  }

  /** Asked for again, now with the commits of these blocks; mostly no round comes to its reveals. */
  async function findReveals(rowsWritten: Promise<unknown>): Promise<Reveal[]> {
    const { written } = rows.rounds.changes()
    const isNow = (ms: number) => ms > span.fromMs && ms <= span.toMs
    const isDue = due?.hasReveals || written.some(({ commitEndsAtMs }) => isNow(commitEndsAtMs))
    if (!isDue) return []
    await rowsWritten
    return listRevealsFallingDue(tx, span)
  }

  /** Likewise with the stakes and commits of these blocks. */
  async function findWithdrawals(rowsWritten: Promise<unknown>): Promise<Withdrawal[]> {
    const isNow = (ms: number | null) => ms !== null && ms > span.fromMs && ms <= span.toMs
    const workedOff = rows.commits
      .changes()
      .written.flatMap(({ voter, workedOffAtMs: atMs }) =>
        atMs !== null && isNow(atMs) ? [{ wallet: voter, atMs }] : [],
      )
    const isDue = due?.hasUnlocks || rows.stakes.changes().written.some(({ unlockAtMs }) => isNow(unlockAtMs))
    if (!isDue && workedOff.length === 0) return []
    await rowsWritten
    return listWithdrawalsFallingDue(tx, span, workedOff)
  }

  function addActions(reveals: readonly Reveal[], withdrawals: readonly Withdrawal[]): void {
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

  return { addBlock, tell }
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

/** As the database orders texts. */
const byText = (a: string, b: string): number => (a < b ? -1 : 1)

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
