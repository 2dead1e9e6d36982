import { assert } from '../kit/index.ts'
import { outputKeyOf } from '../transaction/index.ts'

import type { ContractRecord } from '../vm/index.ts'
import type { BlockBody, BlockEntry } from './block.ts'
import { CHAINS, chainOf } from './chain-index.ts'
import { type CoinEntry, coinOf } from './coin-entry.ts'
import { createMempool, type Mempool } from './mempool.ts'
import { allOutputs, isAsset } from './transaction.ts'

export type MiningMode =
  | { readonly mode: 'instant' }
  | { readonly mode: 'manual' }
  | { readonly mode: 'interval'; readonly intervalMs: number }

/**
 * Everything the devnet knows, as plain maps whose values are never changed in place; a snapshot is a copy of the maps.
 *
 * The ledger (coins, contracts) always reflects the blocks in `applied`, in that order. The indexes by transaction,
 * output, contract and event are only added to, like the node's: they also remember blocks that lost.
 */
export interface ChainState {
  readonly blocks: BlockEntry[]
  readonly seqByHash: Map<string, number>
  /** Sequence numbers of the seven blocks a block builds on. */
  readonly deps: (readonly number[])[]
  /** Per chain and height every block seen there, oldest first. */
  readonly atHeight: number[][][]
  /** Per chain the blocks of the main chain by height. */
  readonly main: number[][]
  readonly applied: number[]
  readonly coins: Map<string, CoinEntry>
  readonly coinsByLock: Map<string, Set<string>>
  readonly contracts: Map<string, ContractRecord>
  readonly codes: Map<string, Uint8Array>
  readonly parents: Map<string, string>
  readonly children: Map<string, string[]>
  readonly txBlocks: Map<string, number[]>
  readonly outputTx: Map<string, string>
  readonly eventBlocks: Map<string, number[]>
  readonly pool: Mempool
  /** What one reorganisation dropped together, so that going back can restore it whole. */
  readonly departures: Map<number, readonly number[]>
  clockOffsetMs: number
  mining: MiningMode
  /** Whom blocks pay, one lock of each group; undefined: locks nobody knows. */
  miners: readonly string[] | undefined
}

export function createChainState(): ChainState {
  return {
    blocks: [],
    seqByHash: new Map(),
    deps: [],
    atHeight: Array.from({ length: CHAINS }, () => []),
    main: Array.from({ length: CHAINS }, () => []),
    applied: [],
    coins: new Map(),
    coinsByLock: new Map(),
    contracts: new Map(),
    codes: new Map(),
    parents: new Map(),
    children: new Map(),
    txBlocks: new Map(),
    outputTx: new Map(),
    eventBlocks: new Map(),
    pool: createMempool(),
    departures: new Map(),
    clockOffsetMs: 0,
    mining: { mode: 'instant' },
    miners: undefined,
  }
}

export function cloneChainState(state: ChainState): ChainState {
  return {
    blocks: [...state.blocks],
    seqByHash: new Map(state.seqByHash),
    deps: [...state.deps],
    atHeight: state.atHeight.map((heights) => heights.map((seqs) => [...seqs])),
    main: state.main.map((seqs) => [...seqs]),
    applied: [...state.applied],
    coins: new Map(state.coins),
    coinsByLock: new Map([...state.coinsByLock].map(([lock, keys]) => [lock, new Set(keys)])),
    contracts: new Map(state.contracts),
    codes: new Map(state.codes),
    parents: new Map(state.parents),
    children: copyLists(state.children),
    txBlocks: copyLists(state.txBlocks),
    outputTx: new Map(state.outputTx),
    eventBlocks: copyLists(state.eventBlocks),
    pool: state.pool.clone(),
    departures: new Map(state.departures),
    clockOffsetMs: state.clockOffsetMs,
    mining: state.mining,
    miners: state.miners,
  }
}

export const tipOf = (state: ChainState, chain: number): BlockEntry => {
  const seq = state.main[chain]!.at(-1)
  assert(seq !== undefined, `chain ${chain} has no genesis`)
  return state.blocks[seq]!
}

export const heightOf = (state: ChainState, chain: number): number => state.main[chain]!.length - 1

export const isMain = (state: ChainState, entry: BlockEntry): boolean =>
  state.main[entry.chain]![entry.height] === entry.seq

export function findBlock(state: ChainState, hash: string): BlockEntry | undefined {
  const seq = state.seqByHash.get(hash)
  return seq === undefined ? undefined : state.blocks[seq]
}

/** Makes a new block known: its place, and what can be found through it. The ledger does not move yet. */
export function registerBlock(
  state: ChainState,
  entry: BlockEntry,
  deps: readonly number[],
  body: BlockBody,
): void {
  assert(entry.seq === state.blocks.length, 'blocks are numbered in the order they are made')
  state.blocks.push(entry)
  state.deps.push(deps)
  state.seqByHash.set(entry.hash, entry.seq)
  const heights = state.atHeight[entry.chain]!
  while (heights.length <= entry.height) heights.push([])
  heights[entry.height]!.push(entry.seq)
  for (const tx of body.transactions) {
    append(state.txBlocks, tx.txId, entry.seq)
    for (const index of allOutputs(tx).keys()) state.outputTx.set(outputKeyOf(tx.txId, index), tx.txId)
  }
  for (const [hash, code] of body.codes) state.codes.set(hash, code)
  for (const [child, parent] of body.parents) {
    if (state.parents.has(child)) continue
    state.parents.set(child, parent)
    append(state.children, parent, child)
  }
  for (const contractId of new Set(body.events.map((event) => event.contractId)))
    append(state.eventBlocks, contractId, entry.seq)
}

/** Moves the ledger forward by a block that is registered. */
export function applyBlock(state: ChainState, entry: BlockEntry, body: BlockBody): void {
  assert(entry.height === state.main[entry.chain]!.length, 'a block goes on top of its chain')
  for (const coin of body.spent) removeCoin(state, coin)
  for (const coin of createdCoins(state, entry, body)) addCoin(state, coin)
  for (const { id, after } of body.contracts) setContract(state, id, after)
  state.main[entry.chain]!.push(entry.seq)
  state.applied.push(entry.seq)
}

/** Moves the ledger back by the block applied last. */
export function undoBlock(state: ChainState, entry: BlockEntry, body: BlockBody): void {
  assert(state.applied.at(-1) === entry.seq, 'blocks are undone in reverse order')
  state.applied.pop()
  state.main[entry.chain]!.pop()
  for (const { id, before } of body.contracts.toReversed()) setContract(state, id, before)
  for (const coin of createdCoins(state, entry, body)) removeCoin(state, coin)
  for (const coin of body.spent) addCoin(state, coin)
}

function createdCoins(state: ChainState, entry: BlockEntry, body: BlockBody): CoinEntry[] {
  const spentInside = new Set(
    body.transactions.flatMap((tx) => tx.unsigned.inputs.map((input) => input.ref.key)),
  )
  const created: CoinEntry[] = []
  for (const tx of body.transactions)
    for (const [index, output] of allOutputs(tx).entries()) {
      if (!isAsset(output)) continue
      const coin = coinOf(output, { txId: tx.txId, index, timeMs: entry.timestampMs, settledAt: 0 })
      if (spentInside.has(coin.key)) continue
      const own = chainOf(coin.group, coin.group)
      const settledAt = entry.chain === own ? entry.height : heightOf(state, own) + 1
      created.push({ ...coin, settledAt })
    }
  return created
}

function addCoin(state: ChainState, coin: CoinEntry): void {
  assert(!state.coins.has(coin.key), `coin ${coin.key} appears twice`)
  state.coins.set(coin.key, coin)
  const keys = state.coinsByLock.get(coin.lock)
  if (keys === undefined) state.coinsByLock.set(coin.lock, new Set([coin.key]))
  else keys.add(coin.key)
}

function removeCoin(state: ChainState, coin: CoinEntry): void {
  assert(state.coins.delete(coin.key), `coin ${coin.key} is spent twice`)
  const keys = state.coinsByLock.get(coin.lock)!
  keys.delete(coin.key)
  if (keys.size === 0) state.coinsByLock.delete(coin.lock)
}

function setContract(state: ChainState, id: string, record: ContractRecord | undefined): void {
  if (record === undefined) state.contracts.delete(id)
  else state.contracts.set(id, record)
}

function append<T>(index: Map<string, T[]>, key: string, value: T): void {
  const list = index.get(key)
  if (list === undefined) index.set(key, [value])
  else list.push(value)
}

const copyLists = <T>(index: Map<string, T[]>): Map<string, T[]> =>
  new Map([...index].map(([key, list]) => [key, [...list]]))
