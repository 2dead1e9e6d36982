import { findSetting } from '../store/index.ts'
import { putSetting } from '../store/writes/auth.ts'
import type { AuthContext } from './context.ts'

/** A replica may lag this far behind the operator's word. */
const cacheMs = 1_000
const setting = 'maintenance'

export interface Maintenance {
  isOn(): Promise<boolean>
  set(on: boolean): Promise<void>
}

/**
 * The switch that stops writes on all replicas: kept in the database, asked for at most once a second. When the
 * database does not answer, the last known answer holds; a write that needs the database fails by itself.
 */
export function createMaintenance(
  { database, clock }: Pick<AuthContext, 'database' | 'clock'>,
  { realTimeMs, isForced }: { realTimeMs: () => number; isForced: boolean },
): Maintenance {
  let known: { readonly isOn: boolean; readonly readAtMs: number } | null = null
  let reading: Promise<boolean> | null = null
  async function read(): Promise<boolean> {
    try {
      const isOn = (await findSetting(database.points, setting)) === true
      known = { isOn, readAtMs: realTimeMs() }
      return isOn
    } catch (error) {
      if (!known) throw error
      return known.isOn
    } finally {
      reading = null
    }
  }
  return {
    async isOn() {
      if (isForced) return true
      if (known && realTimeMs() - known.readAtMs < cacheMs) return known.isOn
      reading ??= read()
      return reading
    },
    async set(on) {
      await putSetting(database, setting, { value: on, nowMs: clock.nowMs() })
      known = { isOn: on, readAtMs: realTimeMs() }
    },
  }
}
