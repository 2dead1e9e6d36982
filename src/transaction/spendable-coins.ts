import type { Coin } from '../domain/index.ts'
import type { Spendable } from './model.ts'

/** A block may be dated this far ahead of the clock, and its outputs are locked until its own time. */
const BLOCK_TIME_AHEAD_MS = 15_000

/** Those of a wallet's coins that a transaction of the next blocks can spend. */
export function spendableCoins(coins: readonly Coin[], nowMs: number): Spendable[] {
  return coins
    .filter((coin) => coin.lockTimeMs <= nowMs + BLOCK_TIME_AHEAD_MS)
    .map(({ ref, attoAlph, tokens }) => ({ hint: ref.hint, key: ref.key, amount: attoAlph, tokens }))
}
