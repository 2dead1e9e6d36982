import { purgeChallenges as deleteChallenges } from '../store/writes/auth.ts'
import { type AuthContext, challengeMemoryMs } from './context.ts'

/** Rows forgotten in one statement; more wait for the next round of the same call. */
const batchMax = 500

/** Forgets challenges that ended more than seven days ago. Returns how many. */
export async function purgeChallenges({
  database,
  clock,
}: Pick<AuthContext, 'database' | 'clock'>): Promise<number> {
  const beforeMs = clock.nowMs() - challengeMemoryMs
  let purged = 0
  for (;;) {
    const count = await deleteChallenges(database, beforeMs, batchMax)
    purged += count
    if (count < batchMax) return purged
  }
}
