import type { ApiKey } from '../domain/index.ts'
import { touchApiKey } from '../store/writes/auth.ts'
import type { AuthContext } from './context.ts'

/** A use is noted at most this often. */
const everyMs = 60_000
/** Notes under way at once; a use that finds no room is noted by the next one. */
const pendingMax = 100

export interface LastUsed {
  note(key: ApiKey): void
  /** Resolves when nothing is under way any more. */
  settle(): Promise<void>
}

/** Writes `lastUsedAt` beside the request and never in its way. The row itself says when the last note was. */
export function createLastUsed({ database, clock, observe }: Omit<AuthContext, 'verifier'>): LastUsed {
  const pending = new Map<string, Promise<void>>()
  return {
    note(key) {
      const nowMs = clock.nowMs()
      if (key.lastUsedAtMs !== null && nowMs - key.lastUsedAtMs < everyMs) return
      if (pending.has(key.id) || pending.size >= pendingMax) return
      const noting = touchApiKey(database, key.id, { nowMs, unlessAfterMs: nowMs - everyMs })
        .catch((error: unknown) => {
          observe({
            kind: 'last-used-failed',
            reason: error instanceof Error ? error.message : String(error),
          })
        })
        .finally(() => pending.delete(key.id))
      pending.set(key.id, noting)
    },
    async settle() {
      await Promise.all(pending.values())
    },
  }
}
