import type { Coin } from '../domain/index.ts'
import type { Chain } from './port.ts'

/**
 * A wallet's coins that the chain lets it spend now. Blocks have the say, not a clock of ours: outputs of a script are
 * locked until the time of their own block. `tipMs` is the time of any recent block; the node is asked for its newest only
 * when that leaves a coin in doubt.
 */
export async function listUnlockedCoins(chain: Chain, address: string, tipMs: number): Promise<Coin[]> {
  const coins = await chain.listCoins(address)
  const isUnlockedAt = (ms: number) => (coin: Coin) => coin.lockTimeMs <= ms
  if (coins.every(isUnlockedAt(tipMs))) return [...coins]
  const { timestampMs } = await chain.getTip()
  return coins.filter(isUnlockedAt(Math.max(tipMs, timestampMs)))
}
