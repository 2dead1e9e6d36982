import { assert, type Clock } from '../kit/index.ts'
import type { BlockEnv } from '../vm/index.ts'
import type { BlockBody, BlockEntry } from './block.ts'
import { TARGET } from './block-header.ts'
import { type BlockRecord, fromRecord, toRecord } from './block-record.ts'
import { CHAINS, chainOf, fromOf, isIntraGroup } from './chain-index.ts'
import {
  applyBlock,
  type ChainState,
  cloneChainState,
  createChainState,
  type MiningMode,
  registerBlock,
  tipOf,
  undoBlock,
} from './chain-state.ts'
import { checkSubmission, type TxContext } from './check-tx.ts'
import { dropCheckpoint, readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { outputOf } from './coin-entry.ts'
import { findSpendable } from './coin-view.ts'
import { genesisBlocks } from './genesis.ts'
import type { Journal } from './journal.ts'
import { type MadeBlock, makeBlock } from './make-block.ts'
import type { PoolEntry } from './mempool.ts'
import { type PoolJson, poolFromJson, poolToJson } from './pool-json.ts'
import type { SignedTx } from './transaction.ts'
import { worldOf } from './world.ts'

/**
 * The chain itself: state, journal, and the few ways state may change.
 *
 * Every change is a line of the journal first and a change of state second, and the same function makes both: whoever
 * replays the lines gets the same state, which is how the devnet starts again after it was killed.
 */
export interface NodeCore {
  readonly networkId: number
  /** Whether events are shown; they are always kept. */
  readonly eventLog: boolean
  readonly state: ChainState
  nowMs(): number
  bodyOf(entry: BlockEntry): BlockBody
  /** The block a transaction would be in now. */
  dryRunBlock(group: number): BlockEnv
  context(group: number): TxContext
  addToPool(tx: SignedTx, chain: number): void
  removeFromPool(txIds: readonly string[]): void
  /** Makes one block with the pool's transactions of that chain, or only some of them. */
  mine(chain: number, only?: ReadonlySet<string>): BlockEntry
  /** Undoes the last blocks and applies others; pools and forgets transactions in the same breath. */
  switchTo(change: Switch): void
  setClockOffset(offsetMs: number): void
  setMining(mode: MiningMode): void
  setMiners(locks: readonly string[]): void
  readonly clockMs: number
  snapshot(): string
  revert(id: string): boolean
  /** Whether a block was there once and a revert took it away: nobody may wait for it to come. */
  wasReverted(hash: string): boolean
  close(): void
}

export interface Switch {
  /** How many of the blocks applied last go. */
  readonly undo: number
  /** Blocks that come, in order. */
  readonly apply: readonly number[]
  readonly pool: readonly PoolEntry[]
  readonly unpool: readonly string[]
  /** What left together, under the block that was the tip. */
  readonly departed?: readonly [tip: number, blocks: readonly number[]]
}

type JournalEvent =
  | { kind: 'open'; version: 1; networkId: number; seed: string; locks: string[]; offsetMs: number }
  | BlockRecord
  | ({ kind: 'pool' } & PoolJson)
  | { kind: 'unpool'; ids: string[] }
  | {
      kind: 'switch'
      undo: number
      apply: number[]
      pool: PoolJson[]
      unpool: string[]
      departed?: [number, number[]]
    }
  | { kind: 'time'; offsetMs: number }
  | { kind: 'mining'; mode: MiningMode }
  | { kind: 'miners'; locks: string[] }

const BODIES_KEPT = 512
const CHECKPOINT_BLOCKS = 5_000
const CHECKPOINT_ON_CLOSE = 500

export interface CoreOptions {
  readonly journal: Journal
  readonly clock: Clock
  readonly networkId: number
  readonly seed: string
  readonly locks: readonly string[]
  readonly offsetMs: number
  readonly eventLog: boolean
  /** Where the shortcut for the next start is kept; without it every start replays the journal. */
  readonly checkpointPath?: string
  /** Told of every new block. */
  readonly onBlock?: (entry: BlockEntry, body: BlockBody) => void
}

export function createNodeCore(options: CoreOptions): NodeCore {
  const { journal, clock } = options
  const opened = openJournal(options)
  const { networkId, seed } = opened
  const genesis = genesisBlocks(networkId, opened.locks)
  const bodies = new Map<number, BlockBody>()
  const snapshots = new Map<string, { readonly state: ChainState; readonly end: number }>()
  const reverted = new Set<string>()
  let snapshotCount = 0
  const shortcut =
    options.checkpointPath === undefined ? undefined : readCheckpoint(options.checkpointPath, journal.end)
  let state = shortcut?.state ?? initialState()
  let checkpointed = state.blocks.length

  function initialState(): ChainState {
    const fresh = createChainState()
    fresh.clockOffsetMs = opened.offsetMs
    for (const [chain, { header, transactions }] of genesis.entries()) {
      const body: BlockBody = {
        header,
        transactions,
        spent: [],
        contracts: [],
        codes: [],
        parents: [],
        events: [],
      }
      const { hash, timestampMs } = header
      const entry = { seq: chain, hash, chain, height: 0, timestampMs, position: -1 }
      registerBlock(fresh, entry, [], body)
      applyBlock(fresh, entry, body)
    }
    fresh.applied.length = 0
    return fresh
  }

  const keep = (seq: number, body: BlockBody) => {
    bodies.delete(seq)
    bodies.set(seq, body)
    if (bodies.size > BODIES_KEPT) bodies.delete(bodies.keys().next().value!)
  }

  const core: NodeCore = {
    networkId,
    eventLog: options.eventLog,
    get state() {
      return state
    },
    get clockMs() {
      return clock.nowMs()
    },
    nowMs() {
      let now = clock.nowMs() + state.clockOffsetMs
      for (let chain = 0; chain < CHAINS; chain++) now = Math.max(now, tipOf(state, chain).timestampMs)
      return now
    },
    bodyOf(entry) {
      if (entry.position < 0) {
        const { header, transactions } = genesis[entry.chain]!
        return { header, transactions, spent: [], contracts: [], codes: [], parents: [], events: [] }
      }
      const known = bodies.get(entry.seq)
      if (known !== undefined) return known
      const record = journal.read(entry.position) as BlockRecord // lines at block positions are block records
      const body = fromRecord(record, (seq) => state.blocks[seq]!.hash)
      keep(entry.seq, body)
      return body
    },
    dryRunBlock(group) {
      const tip = tipOf(state, chainOf(group, group))
      return { networkId, group, timestampMs: core.nowMs(), target: TARGET, blockHash: tip.hash }
    },
    context: (group) => txContextOf(core, group),
    addToPool(tx, chain) {
      const entry = { tx, chain, seenAtMs: core.nowMs() }
      journal.append({ kind: 'pool', ...poolToJson(entry) })
      state.pool.add(entry)
    },
    removeFromPool(ids) {
      if (ids.length === 0) return
      journal.append({ kind: 'unpool', ids })
      for (const id of ids) state.pool.remove(id)
    },
    mine(chain, only) {
      const pooled = state.pool.ofChain(chain).map((entry) => entry.tx)
      const candidates = only === undefined ? pooled : pooled.filter((tx) => only.has(tx.txId))
      const timestampMs = Math.max(core.nowMs(), tipOf(state, chain).timestampMs + 1)
      const made = makeBlock(state, { chain, candidates, timestampMs, networkId, seed })
      core.removeFromPool(made.rejected)
      return commit(made, chain)
    },
    switchTo(change) {
      const { departed, ...rest } = change
      const event = {
        kind: 'switch',
        undo: rest.undo,
        apply: rest.apply,
        pool: rest.pool.map(poolToJson),
        unpool: rest.unpool,
        ...(departed === undefined ? {} : { departed }),
      }
      journal.append(event)
      performSwitch(change)
    },
    setClockOffset(offsetMs) {
      journal.append({ kind: 'time', offsetMs })
      state.clockOffsetMs = offsetMs
    },
    setMining(mode) {
      journal.append({ kind: 'mining', mode })
      state.mining = mode
    },
    setMiners(locks) {
      journal.append({ kind: 'miners', locks: [...locks] })
      state.miners = locks
    },
    snapshot() {
      snapshotCount += 1
      const id = String(snapshotCount)
      snapshots.set(id, { state: cloneChainState(state), end: journal.end })
      return id
    },
    revert(id) {
      const snapshot = snapshots.get(id)
      if (snapshot === undefined) return false
      for (const [other, { end }] of snapshots) if (end > snapshot.end) snapshots.delete(other)
      journal.truncate(snapshot.end)
      if (options.checkpointPath !== undefined) dropCheckpoint(options.checkpointPath)
      checkpointed = 0
      for (const { hash } of state.blocks.slice(snapshot.state.blocks.length)) reverted.add(hash)
      state = cloneChainState(snapshot.state)
      for (const seq of bodies.keys()) if (seq >= state.blocks.length) bodies.delete(seq)
      return true
    },
    wasReverted: (hash) => reverted.has(hash),
    close() {
      if (state.blocks.length - checkpointed > CHECKPOINT_ON_CLOSE) checkpoint()
      journal.close()
    },
  }

  function checkpoint(): void {
    if (options.checkpointPath === undefined) return
    writeCheckpoint(options.checkpointPath, { state, position: journal.end })
    checkpointed = state.blocks.length
  }

  /** Writing the state costs in proportion to it, so it waits for the chain to grow by a part of itself. */
  function checkpointIfDue(): void {
    const grown = state.blocks.length - checkpointed
    if (grown > Math.max(CHECKPOINT_BLOCKS, checkpointed / 10)) checkpoint()
  }

  function commit(made: MadeBlock, chain: number): BlockEntry {
    const { hash, timestampMs } = made.body.header
    const height = state.main[chain]!.length
    const place = { seq: state.blocks.length, hash, chain, height, timestampMs }
    const position = journal.append(toRecord(place, made.deps, made.body))
    const entry = { ...place, position }
    addBlock(entry, made.deps, made.body)
    checkpointIfDue()
    options.onBlock?.(entry, made.body)
    return entry
  }

  function addBlock(entry: BlockEntry, deps: readonly number[], body: BlockBody): void {
    registerBlock(state, entry, deps, body)
    keep(entry.seq, body)
    applyBlock(state, entry, body)
    unpoolIncluded(body)
  }

  /** What is in a block leaves the pool, and so does whatever wanted to spend the same coins. */
  function unpoolIncluded(body: BlockBody): void {
    for (const tx of body.transactions) state.pool.remove(tx.txId)
    for (const coin of body.spent) {
      const rival = state.pool.spenderOf(coin.key)
      if (rival !== undefined) state.pool.remove(rival)
    }
  }

  function performSwitch(change: Switch): void {
    for (let i = 0; i < change.undo; i++) {
      const entry = state.blocks[state.applied.at(-1)!]!
      undoBlock(state, entry, core.bodyOf(entry))
    }
    for (const seq of change.apply) {
      const entry = state.blocks[seq]!
      const body = core.bodyOf(entry)
      applyBlock(state, entry, body)
      unpoolIncluded(body)
    }
    for (const id of change.unpool) state.pool.remove(id)
    for (const entry of change.pool) state.pool.add(entry)
    if (change.departed !== undefined) state.departures.set(change.departed[0], change.departed[1])
  }

  function replay(event: JournalEvent, position: number): void {
    switch (event.kind) {
      case 'open':
        return
      case 'block': {
        const { hash, chain, height, time } = event
        const entry = { seq: state.blocks.length, hash, chain, height, timestampMs: time, position }
        addBlock(
          entry,
          event.deps,
          fromRecord(event, (seq) => state.blocks[seq]!.hash),
        )
        return
      }
      case 'pool':
        state.pool.add(poolFromJson(event))
        return
      case 'unpool':
        for (const id of event.ids) state.pool.remove(id)
        return
      case 'switch':
        performSwitch({ ...event, pool: event.pool.map(poolFromJson) })
        return
      case 'time':
        state.clockOffsetMs = event.offsetMs
        return
      case 'mining':
        state.mining = event.mode
        return
      case 'miners':
        state.miners = event.locks
    }
  }

  for (const [position, event] of journal.entries(shortcut?.position)) replay(event as JournalEvent, position)
  return core
}

/** The journal's first line fixes what the chain was made with; what a later start asks for does not change it. */
function openJournal(options: CoreOptions): Extract<JournalEvent, { kind: 'open' }> {
  for (const [, first] of options.journal.entries()) {
    const event = first as JournalEvent
    assert(
      event.kind === 'open' && event.version === 1,
      'the journal does not start as a devnet journal does',
    )
    return event
  }
  const { networkId, seed, locks, offsetMs } = options
  const event = { kind: 'open', version: 1, networkId, seed, locks: [...locks], offsetMs } as const
  options.journal.append(event)
  return { ...event, locks: [...event.locks] }
}

/** Judges a submission: best state and mempool, a block made now on top of the group's own chain. */
function txContextOf(core: NodeCore, group: number): TxContext {
  const { state, networkId } = core
  return {
    networkId,
    block: core.dryRunBlock(group),
    world: worldOf(state, group),
    findInputs(tx) {
      const outputs = []
      for (const { ref } of tx.unsigned.inputs) {
        const coin = findSpendable(state, ref.key)
        if (coin === undefined || coin.hint !== ref.hint) return undefined
        outputs.push(outputOf(coin, coin.level))
      }
      return outputs
    },
  }
}

export function checkTx(core: NodeCore, tx: SignedTx, group: number) {
  return checkSubmission(tx, core.context(group))
}

/** Mines a chain and, for a chain between groups, the sender's own chain after it, as the node does for developers. */
export function mineWithSettlement(core: NodeCore, chain: number, only?: ReadonlySet<string>): BlockEntry[] {
  const mined = [core.mine(chain, only)]
  if (!isIntraGroup(chain)) mined.push(core.mine(chainOf(fromOf(chain), fromOf(chain)), only && new Set()))
  return mined
}
