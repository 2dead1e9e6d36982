import { createDatabase } from '../create-database.ts'
import type { Database } from '../database.ts'
import type { ObserveStore } from '../observation.ts'
import { placeOf } from '../open-database.ts'
import { isStandby } from './is-standby.ts'
import { createServerDriver, type ServerOptions } from './server-driver.ts'

/** A standby of the database server, for those who only read. */
export interface ReadReplica {
  /** Where it is, without who we are to it. */
  readonly name: string
  readonly database: Database
  /** Whether it still follows another server: one that was promoted goes its own way. */
  isStandby(): Promise<boolean>
}

/** Shorter than a primary is waited for: who waited in vain is still to be answered by that. */
const limits = { connectMs: 250, answerMs: 1_100 }

/**
 * Opens without asking: a standby may come later, or not at all. It is never migrated; what it lacks comes from its
 * primary. A statement that fails here is run again there, so it is no failure of ours to be counted.
 */
export function openReadReplica(options: ServerOptions, observe: ObserveStore): ReadReplica {
  const successes: ObserveStore = (seen) => {
    if (seen.kind !== 'statement' || !seen.failed) observe(seen)
  }
  const driver = createServerDriver({ ...options, limits: { ...limits, ...options.limits } }, successes)
  const database = createDatabase(driver, successes)
  return { name: placeOf(options.url), database, isStandby: () => isStandby(database.points) }
}
