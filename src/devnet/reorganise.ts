import type { BlockEntry } from './block.ts'
import { chainOf } from './chain-index.ts'
import { type ChainState, heightOf, isMain } from './chain-state.ts'
import type { PoolEntry } from './mempool.ts'
import type { NodeCore, Switch } from './node-core.ts'
import type { Transaction } from './transaction.ts'
import { groupsOf } from './transaction.ts'

/**
 * Reorganisation: some blocks leave the main chain, others may come instead.
 *
 * A block that leaves takes along every block that builds on it, on whatever chain: that is what their dependencies
 * mean. The ledger is walked back to the first that leaves; those of the undone blocks that stay are applied again, then
 * come the new ones. What left together is remembered under its tip, so that going back to the tip restores it whole.
 */
export interface Reorganisation {
  readonly dropped: readonly BlockEntry[]
  readonly tip: BlockEntry
}

export interface DropRequest {
  readonly depth: number
  readonly chain: number
  /** Whether dropped transactions return to the mempool. */
  readonly replay: boolean
}

export function dropBlocks(core: NodeCore, request: DropRequest): Reorganisation {
  const { state } = core
  const { chain } = request
  const keepHeight = Math.max(0, heightOf(state, chain) - request.depth)
  const leaving = new Set(state.main[chain]!.slice(keepHeight + 1))
  if (leaving.size === 0) return { dropped: [], tip: state.blocks[state.main[chain]!.at(-1)!]! }
  const tip = state.main[chain]!.at(-1)!
  const plan = planSwitch(core, leaving, [])
  const change = { ...plan, pool: request.replay ? pooled(core, plan.left, plan.apply) : [] }
  core.switchTo({ ...change, departed: [tip, plan.left] })
  return { dropped: plan.left.map((seq) => state.blocks[seq]!), tip: tipAfter(core, chain) }
}

/** Makes a block that was seen once the tip of its chain again, with everything it builds on. */
export function returnTo(core: NodeCore, target: BlockEntry, replay: boolean): Reorganisation {
  const { state } = core
  if (isMain(state, target)) {
    const depth = heightOf(state, target.chain) - target.height
    return dropBlocks(core, { depth, chain: target.chain, replay })
  }
  const needed = new Set(orphanedAncestors(state, target.seq))
  const companions = state.departures.get(target.seq) ?? []
  if (companions.every((seq) => needed.has(seq) || !isMain(state, state.blocks[seq]!)))
    for (const seq of companions) needed.add(seq)
  const coming = [...needed].sort((a, b) => a - b)
  const leaving = new Set<number>()
  for (const seq of coming) {
    const { chain, height } = state.blocks[seq]!
    for (const rival of state.main[chain]!.slice(height)) leaving.add(rival)
  }
  for (const rival of state.main[target.chain]!.slice(target.height)) leaving.add(rival)
  const previousTip = state.main[target.chain]!.at(-1)!
  const plan = planSwitch(core, leaving, coming)
  const pool = replay ? pooled(core, plan.left, plan.apply) : []
  const departed = plan.left.length > 0 ? { departed: [previousTip, plan.left] as const } : {}
  core.switchTo({ ...plan, pool, ...departed })
  return { dropped: plan.left.map((seq) => state.blocks[seq]!), tip: tipAfter(core, target.chain) }
}

const tipAfter = (core: NodeCore, chain: number): BlockEntry =>
  core.state.blocks[core.state.main[chain]!.at(-1)!]!

/** The orphans among a block and what it builds on, directly or not. */
function orphanedAncestors(state: ChainState, seq: number): number[] {
  const found = new Set<number>()
  const open = [seq]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next) || isMain(state, state.blocks[next]!)) continue
    found.add(next)
    open.push(...state.deps[next]!)
  }
  return [...found]
}

interface SwitchPlan extends Switch {
  readonly left: readonly number[]
}

function planSwitch(core: NodeCore, leaving: Set<number>, coming: readonly number[]): SwitchPlan {
  const { state } = core
  const { applied } = state
  let first = applied.findIndex((seq) => leaving.has(seq))
  if (first < 0) first = applied.length
  const undone = applied.slice(first)
  const left = new Set<number>()
  const staying: number[] = []
  const gone = new Set<string>()
  for (const seq of undone) {
    const body = core.bodyOf(state.blocks[seq]!)
    const leaves =
      leaving.has(seq) ||
      state.deps[seq]!.some((dep) => left.has(dep)) ||
      body.spent.some((coin) => gone.has(coin.txId))
    if (leaves) {
      left.add(seq)
      for (const tx of body.transactions) gone.add(tx.txId)
    } else staying.push(seq)
  }
  return { undo: undone.length, apply: [...staying, ...coming], pool: [], unpool: [], left: [...left] }
}

/** The transactions of blocks that leave, in their order, except those the new main chain contains. */
function pooled(core: NodeCore, left: readonly number[], applied: readonly number[]): PoolEntry[] {
  const { state } = core
  const included = new Set(
    applied.flatMap((seq) => core.bodyOf(state.blocks[seq]!).transactions.map((tx) => tx.txId)),
  )
  const seenAtMs = core.nowMs()
  return left.flatMap((seq) => {
    const { chain } = state.blocks[seq]!
    return core
      .bodyOf(state.blocks[seq]!)
      .transactions.slice(0, -1)
      .filter((tx) => !included.has(tx.txId))
      .map((tx) => ({ tx: submitted(tx), chain: chainOfPooled(tx, chain), seenAtMs }))
  })
}

const submitted = ({ txId, unsigned, inputSignatures, scriptSignatures }: Transaction) => ({
  txId,
  unsigned,
  inputSignatures,
  scriptSignatures,
})

function chainOfPooled(tx: Transaction, chain: number): number {
  if (tx.unsigned.inputs.length === 0) return chain
  const { from, to } = groupsOf(tx.unsigned)
  return chainOf(from, to)
}
