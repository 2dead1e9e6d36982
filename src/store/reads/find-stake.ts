import type { Reader } from '../database.ts'
import { sql, toStatement } from './fragment.ts'
import type { ReadView } from './list-page.ts'

export interface Stake {
  readonly staked: bigint
  readonly unlocking: bigint
  readonly unlockAtMs: number | null
}

/** A wallet's stake at one block; zeros for a wallet that never staked. */
export async function findStake(db: Reader, wallet: string): Promise<{ view: ReadView; stake: Stake }> {
  const statement = sql`
    select c.height, c.revision, s.staked, s.unlocking, s.unlock_at_ms
    from (select coalesce(max(height), 0) as height, coalesce(max(revision), 0) as revision from checkpoint) c
    left join stakes s on s.wallet = ${wallet}`
  const [row] = await db.query<{
    height: number
    revision: number
    staked: string | null
    unlocking: string | null
    unlock_at_ms: number | null
  }>(toStatement('find-stake', statement))
  return {
    view: { height: row?.height ?? 0, revision: row?.revision ?? 0 },
    stake: {
      staked: BigInt(row?.staked ?? 0),
      unlocking: BigInt(row?.unlocking ?? 0),
      unlockAtMs: row?.unlock_at_ms ?? null,
    },
  }
}
