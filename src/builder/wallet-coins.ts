import type { Chain } from '../chain/index.ts'
import type { Spendable } from '../transaction/index.ts'

/** A block may be dated this far ahead of the clock, and its outputs are locked until its own time. */
const BLOCK_TIME_AHEAD_MS = 15_000

/** The wallet's coins that a transaction of the next blocks can spend. */
export async function listSpendable(chain: Chain, address: string, nowMs: number): Promise<Spendable[]> {
  const coins = await chain.listCoins(address)
  return coins
    .filter((coin) => coin.lockTimeMs <= nowMs + BLOCK_TIME_AHEAD_MS)
    .map((coin) => ({
      hint: coin.ref.hint,
      key: coin.ref.key,
      amount: coin.attoAlph,
      tokens: coin.tokens,
    }))
}
