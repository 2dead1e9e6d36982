import { chainOf } from './chain-index.ts'
import { type ChainState, heightOf } from './chain-state.ts'
import type { CoinEntry, CoinLevel, RankedCoin } from './coin-entry.ts'

/** The node reads at most this many coins of an address. */
export const COINS_READ_MAX = 5_000

export const levelOf = (state: ChainState, coin: CoinEntry): CoinLevel =>
  coin.settledAt <= heightOf(state, chainOf(coin.group, coin.group)) ? 0 : 1

/** A coin that can still be spent, counting what the mempool spends and makes. */
export function findSpendable(state: ChainState, key: string): RankedCoin | undefined {
  if (state.pool.spenderOf(key) !== undefined) return undefined
  const coin = state.coins.get(key)
  if (coin !== undefined) return { ...coin, level: levelOf(state, coin) }
  const pooled = state.pool.findCoin(key)
  return pooled === undefined ? undefined : { ...pooled, level: 2 }
}

/** An address's coins in the order the node reads them: settled ones by key, then fresh ones, then the mempool's. */
export function coinsOf(state: ChainState, lock: string, withPool: boolean): RankedCoin[] {
  const settled: RankedCoin[] = []
  const fresh: RankedCoin[] = []
  for (const key of state.coinsByLock.get(lock) ?? []) {
    if (withPool && state.pool.spenderOf(key) !== undefined) continue
    const coin = state.coins.get(key)!
    const level = levelOf(state, coin)
    if (level === 0) settled.push({ ...coin, level })
    else fresh.push({ ...coin, level })
  }
  settled.sort((a, b) => (a.key < b.key ? -1 : 1))
  const pooled: RankedCoin[] = []
  if (withPool)
    for (const coin of state.pool.coinsOf(lock))
      if (state.pool.spenderOf(coin.key) === undefined) pooled.push({ ...coin, level: 2 })
  return [...settled, ...fresh, ...pooled]
}

/** What a build may spend now: nothing locked. */
export function usableCoins(state: ChainState, lock: string, nowMs: number): RankedCoin[] {
  const coins = coinsOf(state, lock, true)
  return coins
    .slice(0, COINS_READ_MAX)
    .filter((coin) => (coin.level === 0 ? coin.lockTimeMs : coin.ownLockTimeMs) <= nowMs)
}
