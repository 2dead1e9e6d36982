import { minBigint } from '../kit/index.ts'
import { LAUNCH_TIME_MS } from './genesis.ts'

const CENT = 10n ** 16n
const DAY_MS = 86_400_000
/** Rewards per chain with blocks twice as fast as at launch: half of 60 and 20 ALPH, shared by 16 chains. */
const INITIAL = (30n * 10n ** 18n) / 16n
const STABLE = (10n * 10n ** 18n) / 16n
/** A chain without hash power earns at most half the initial reward. */
const LOW_HASH_RATE_CAP = INITIAL / 2n
const STABLE_AFTER_MS = 4 * 365 * DAY_MS
const CENTS_A_YEAR = Number((INITIAL - STABLE) / CENT / 4n)
const BLOCK_TIME_MS = 5
const CENT_EVERY_MS = Math.floor((365 * DAY_MS) / BLOCK_TIME_MS / CENTS_A_YEAR) * BLOCK_TIME_MS

/** What a block pays its miner: falls for four years after launch, then stays; part of it is reserved for uncles. */
export function minerReward(blockTimeMs: number): bigint {
  const elapsed = Math.max(0, blockTimeMs - LAUNCH_TIME_MS)
  const byTime =
    elapsed >= STABLE_AFTER_MS ? STABLE : INITIAL - CENT * BigInt(Math.floor(elapsed / CENT_EVERY_MS))
  const reward = minBigint(byTime, LOW_HASH_RATE_CAP)
  return (reward * 25_600n) / 27_910n
}
