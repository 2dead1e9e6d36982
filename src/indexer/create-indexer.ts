import { type Chain, checkNetwork, NodeRefused } from '../chain/index.ts'
import { type Clock, Fault, sleep } from '../kit/index.ts'
import {
  type Checkpoint,
  createLeaderLease,
  type Database,
  findCheckpoint,
  listIndexedBlocks,
} from '../store/index.ts'
import { purgeFeed, putIndexHealth } from '../store/writes/indexer.ts'
import { applyBlocks, type Line } from './apply-blocks.ts'
import { marketIdIn, type Venue } from './decode.ts'
import { CONFIRMATIONS } from './feed/tell-blocks.ts'
import { finalize } from './finalize.ts'
import { type FollowOptions, nextStep, type Step, UNDO_DEPTH_MAX } from './follow.ts'
import type { ObserveIndexer } from './observation.ts'
import { undoBlocks } from './undo-blocks.ts'
import { UnreadableBlock } from './unreadable-block.ts'
import { createVenueContracts } from './venue-contracts.ts'

export interface IndexerOptions {
  readonly chain: Chain
  readonly database: Database
  readonly venue: Venue
  /** The venue's clock. */
  readonly clock: Clock
  readonly networkId: number
  /** First block to index: the deployment's. */
  readonly startHeight: number
  /** Which of several indexers this one is; any text nobody else uses. */
  readonly name: string
  /** This process's own time, which cannot jump: for its lease. */
  readonly monotonic?: () => number
  /** True with the embedded devnet: see FollowOptions. */
  readonly isNodeAuthority?: boolean
  readonly feed?: Partial<FeedSettings>
  readonly observe?: ObserveIndexer
  readonly limits?: Partial<IndexerLimits>
}

export interface FeedSettings {
  /** Messages of older blocks are given up. */
  readonly retentionMs: number
  /** More messages than this are not kept. */
  readonly rowsMax: number
  /** Blocks, its own included, after which a transaction counts as confirmed. */
  readonly confirmations: number
}

const defaultFeed: FeedSettings = {
  retentionMs: 24 * 60 * 60_000,
  rowsMax: 5_000_000,
  confirmations: CONFIRMATIONS,
}

/** Between two looks for messages to give up. */
const purgeFeedEveryMs = 60_000

export interface IndexerLimits {
  /** Between two looks when there is nothing to do. */
  readonly pollMs: number
  /** Between two notes of health while nothing changes. */
  readonly healthMs: number
  /** Longest wait between two looks while the node or the database is in trouble. */
  readonly troubleMs: number
  readonly blocksMax: number
  readonly eventsMax: number
  readonly finalizeEvery: number
}

/**
 * The embedded database has one connection and a batch holds it, so batches are short there. A server has other
 * connections for its readers, so fewer and longer batches do no harm.
 */
const eventsMaxOf = { embedded: 500, server: 3_000 } as const

const defaultLimits: Omit<IndexerLimits, 'eventsMax'> = {
  pollMs: 250,
  healthMs: 500,
  troubleMs: 5_000,
  blocksMax: 64,
  finalizeEvery: 16,
}

export interface IndexerStatus {
  /** Null before the first block. */
  readonly checkpoint: Checkpoint | null
  readonly nodeHeight: number
  /**
   * How long ago the index last had everything the node had, or the age of its newest block where that is less; 0 while
   * it has everything, null before the first block.
   */
  readonly lagMs: number | null
  readonly isLeading: boolean
  /** Why it cannot work at the moment, null while nothing is known against it. */
  readonly troubleReason: string | null
  /** Why it stopped for good, null while it runs. */
  readonly haltedReason: string | null
}

/**
 * The one that follows the chain into the database.
 *
 * waiting  another indexer leads; look again at every poll, take over when its lease ends.
 * leading  look at the node, do one step (block, reorg, finalize), look again at once; nothing to do → sleep.
 * trouble  a Fault of node or database: nothing changed, wait a little longer each time, then look again. After a few
 *          seconds of it the lease is given up, so that another may try.
 * halted   a reorganisation too deep or a Bug: nothing is touched any more, the lease is given up, and the reason stands
 *          in the status until an indexer works again. The process that runs it ends.
 */
export interface Indexer {
  /** Runs until stopped. */
  start(): void
  /** Ends after the step that is running. */
  stop(): Promise<void>
  /** One look and one step, for tests and for catching up without the loop. Throws Faults. */
  step(): Promise<Step | { readonly kind: 'waiting' | 'halted' }>
  status(): IndexerStatus
}

export function createIndexer(options: IndexerOptions): Indexer {
  const { chain, database, clock, observe = () => undefined } = options
  const limits: IndexerLimits = {
    ...defaultLimits,
    eventsMax: eventsMaxOf[database.engine],
    ...options.limits,
  }
  const feed: FeedSettings = { ...defaultFeed, ...options.feed }
  const lease = createLeaderLease({
    database,
    role: 'indexer',
    name: options.name,
    canWork: () => chain.getHeight(),
    observe,
    ...(options.monotonic && { monotonic: options.monotonic }),
  })
  const controller = new AbortController()
  let running: Promise<void> | null = null
  let line: Line | null = null
  let checkpoint: Checkpoint | null = null
  let nodeHeight = 0
  let caughtUpAtMs = 0
  let isCaughtUp = false
  let isPositionKnown = false
  let haltedReason: string | null = null
  let healthWrittenAtMs = 0
  let purgeFeedAtMs = 0

  const followOptions: FollowOptions = {
    startHeight: options.startHeight,
    blocksMax: limits.blocksMax,
    eventsMax: limits.eventsMax,
    finalizeEvery: limits.finalizeEvery,
    isNodeAuthority: options.isNodeAuthority ?? false,
    contracts: createVenueContracts(database, options.venue),
    marketIdIn: (event, height) => marketIdIn(options.venue, event, height),
    listIndexed: (fromHeight) => listIndexedBlocks(database, fromHeight),
  }

  async function step(): Promise<Step | { readonly kind: 'waiting' | 'halted' }> {
    if (haltedReason !== null) return { kind: 'halted' }
    if (!(await lease.hold())) {
      isPositionKnown = false
      return { kind: 'waiting' }
    }
    // Whoever leads is the only writer, so its own memory is as good as the row; the transaction checks it anyway.
    if (!isPositionKnown) checkpoint = await findCheckpoint(database)
    isPositionKnown = false
    line ??= await proveLine()
    const next = await nextStep(chain, checkpoint, followOptions)
    nodeHeight = next.nodeHeight
    // Another node may answer by now: one of another network is trouble, and no reason to undo anything.
    if (next.kind === 'reorg' || next.kind === 'too-deep') await proveLine()
    await perform(next, line)
    isPositionKnown = next.kind !== 'finalize'
    await noteHealth(next)
    if (next.kind === 'idle') await purgeOldMessages()
    return next
  }

  /** The node must be of the network that was indexed before, or of the one we are told when nothing was. */
  async function proveLine(): Promise<Line> {
    const facts = await checkNetwork(chain, {
      networkId: checkpoint?.networkId ?? options.networkId,
      ...(checkpoint && { genesisHash: checkpoint.genesisHash }),
    })
    return {
      networkId: facts.networkId,
      genesisHash: facts.genesisHash,
      startHeight: checkpoint?.startHeight ?? options.startHeight,
    }
  }

  async function perform(next: Step, onLine: Line): Promise<void> {
    switch (next.kind) {
      case 'block': {
        const applied = await applyBlocks(database, next.blocks, {
          line: onLine,
          venue: options.venue,
          finalHeight: next.nodeHeight - UNDO_DEPTH_MAX,
          feed: { sinceMs: clock.nowMs() - feed.retentionMs, confirmations: feed.confirmations },
        })
        checkpoint = applied.checkpoint
        const { blockCount, eventCount } = applied
        const height = applied.checkpoint?.height ?? 0
        observe({ kind: 'applied', height, blockCount, eventCount, nodeHeight })
        return
      }
      case 'reorg':
        checkpoint = await undoBlocks(database, next.to)
        observe({ kind: 'undone', height: next.to.height, depth: next.depth })
        return
      case 'finalize':
        await finalize(database, next.height)
        observe({ kind: 'finalized', height: next.height })
        return
      case 'too-deep':
        await halt({ reason: next.reason, height: next.height })
        return
      case 'idle':
        return
    }
  }

  /** In the indexer's spare time; a little at a time while there is more. */
  async function purgeOldMessages(): Promise<void> {
    const nowMs = clock.nowMs()
    if (nowMs < purgeFeedAtMs) return
    const { retentionMs, rowsMax } = feed
    const hasMore = await purgeFeed(database, { beforeMs: nowMs - retentionMs, rowsMax })
    purgeFeedAtMs = hasMore ? nowMs : nowMs + purgeFeedEveryMs
  }

  /** Health is for other processes: written when it changes, else every now and then. */
  async function noteHealth(next: Step): Promise<void> {
    const nowMs = clock.nowMs()
    const wasCaughtUp = isCaughtUp
    isCaughtUp = checkpoint !== null && checkpoint.height >= nodeHeight && next.kind !== 'too-deep'
    if (next.kind === 'idle' && next.why === 'node-behind') isCaughtUp = false
    if (isCaughtUp) caughtUpAtMs = nowMs
    else if (checkpoint !== null) caughtUpAtMs = Math.max(caughtUpAtMs, hadAllAtMs(checkpoint, nowMs))
    if (isCaughtUp && !wasCaughtUp) observe({ kind: 'caught-up', height: nodeHeight })
    if (isCaughtUp === wasCaughtUp && Math.abs(nowMs - healthWrittenAtMs) < limits.healthMs) return
    healthWrittenAtMs = nowMs
    await putIndexHealth(database, { nodeHeight, caughtUpAtMs, checkedAtMs: nowMs, haltedReason })
  }

  async function halt(why: { reason: string; height: number; cause?: unknown }): Promise<void> {
    haltedReason = why.reason
    isCaughtUp = false
    observe({ kind: 'halted', ...why })
    const health = { nodeHeight, caughtUpAtMs, checkedAtMs: clock.nowMs(), haltedReason }
    // Told first: the next one to lead writes that the index is well again.
    await putIndexHealth(database, health).finally(() => lease.release())
  }

  async function run(): Promise<void> {
    let failuresInARow = 0
    while (!controller.signal.aborted && haltedReason === null) {
      try {
        const { kind } = await step()
        failuresInARow = 0
        if (kind !== 'waiting') lease.worked()
        if (kind === 'idle' || kind === 'waiting') await sleep(limits.pollMs, controller.signal)
      } catch (error) {
        isCaughtUp = false
        if (!isTrouble(error)) {
          await haltForBug(error)
          return
        }
        failuresInARow += 1
        observe({ kind: 'trouble', message: error.message, failuresInARow })
        await lease.failed(error.message)
        const waitMs = Math.min(limits.troubleMs, limits.pollMs * 2 ** Math.min(failuresInARow, 10))
        await sleep(waitMs, controller.signal)
      }
    }
  }

  /** A Bug would come back with the same block for ever. The database may be the reason, so telling it may fail too. */
  async function haltForBug(error: unknown): Promise<void> {
    const text = error instanceof Error ? error.message : String(error)
    const height =
      error instanceof UnreadableBlock ? error.height : (checkpoint?.height ?? options.startHeight - 1) + 1
    await halt({ reason: `indexing failed: ${text}`, height, cause: error }).catch(() => undefined)
  }

  return {
    start() {
      running ??= run()
    },
    async stop() {
      controller.abort()
      await running
      await lease.release()
    },
    step,
    status: () => ({
      checkpoint,
      nodeHeight,
      lagMs: checkpoint === null ? null : isCaughtUp ? 0 : Math.max(0, clock.nowMs() - caughtUpAtMs),
      isLeading: lease.isHeld(),
      troubleReason: lease.troubleReason(),
      haltedReason,
    }),
  }
}

/** What another look may find gone: trouble with node or database, and a node's no to what every node can answer. */
const isTrouble = (error: unknown): error is Fault | NodeRefused =>
  error instanceof Fault || error instanceof NodeRefused

/** Whoever is behind had everything there was at the time of its newest block, which may be dated a little ahead. */
const hadAllAtMs = ({ timestampMs }: Checkpoint, nowMs: number): number => Math.min(timestampMs, nowMs - 1)
