import { type CoinEntry, coinOf } from './coin-entry.ts'
import type { SignedTx } from './transaction.ts'

export interface PoolEntry {
  readonly tx: SignedTx
  readonly chain: number
  readonly seenAtMs: number
}

/** Transactions waiting for a block, and what they do to the coins meanwhile. */
export interface Mempool {
  readonly size: number
  get(txId: string): PoolEntry | undefined
  all(): Iterable<PoolEntry>
  ofChain(chain: number): PoolEntry[]
  countOf(chain: number): number
  add(entry: PoolEntry): void
  remove(txId: string): void
  /** The pooled transaction that spends a coin. */
  spenderOf(key: string): string | undefined
  /** Coins pooled transactions will make; only fixed outputs count, what a script makes is not known yet. */
  findCoin(key: string): CoinEntry | undefined
  coinsOf(lock: string): Iterable<CoinEntry>
  clone(): Mempool
}

export function createMempool(initial: Iterable<PoolEntry> = []): Mempool {
  const entries = new Map<string, PoolEntry>()
  const spenders = new Map<string, string>()
  const coins = new Map<string, CoinEntry>()
  const byLock = new Map<string, Map<string, CoinEntry>>()
  const counts = new Map<number, number>()

  const outputs = ({ tx }: PoolEntry): CoinEntry[] =>
    tx.unsigned.fixedOutputs.map((output, index) =>
      coinOf(output, { txId: tx.txId, index, timeMs: 0, settledAt: Number.POSITIVE_INFINITY }),
    )

  const pool: Mempool = {
    get size() {
      return entries.size
    },
    get: (txId) => entries.get(txId),
    all: () => entries.values(),
    ofChain: (chain) => [...entries.values()].filter((entry) => entry.chain === chain),
    countOf: (chain) => counts.get(chain) ?? 0,
    add(entry) {
      const { txId, unsigned } = entry.tx
      if (entries.has(txId)) return
      entries.set(txId, entry)
      counts.set(entry.chain, pool.countOf(entry.chain) + 1)
      for (const input of unsigned.inputs) spenders.set(input.ref.key, txId)
      for (const coin of outputs(entry)) {
        coins.set(coin.key, coin)
        const ofLock = byLock.get(coin.lock) ?? new Map<string, CoinEntry>()
        ofLock.set(coin.key, coin)
        byLock.set(coin.lock, ofLock)
      }
    },
    remove(txId) {
      const entry = entries.get(txId)
      if (entry === undefined) return
      entries.delete(txId)
      counts.set(entry.chain, pool.countOf(entry.chain) - 1)
      for (const input of entry.tx.unsigned.inputs)
        if (spenders.get(input.ref.key) === txId) spenders.delete(input.ref.key)
      for (const coin of outputs(entry)) {
        coins.delete(coin.key)
        const ofLock = byLock.get(coin.lock)
        ofLock?.delete(coin.key)
        if (ofLock?.size === 0) byLock.delete(coin.lock)
      }
    },
    spenderOf: (key) => spenders.get(key),
    findCoin: (key) => coins.get(key),
    coinsOf: (lock) => byLock.get(lock)?.values() ?? [],
    clone: () => createMempool(entries.values()),
  }
  for (const entry of initial) pool.add(entry)
  return pool
}
