import { Fault } from '../kit/index.ts'
import { type Database, findLiveBuild, type StoredBuild } from '../store/index.ts'
import { type BuildEnd, endBuild, insertBuild, type NewBuild } from '../store/writes/builder.ts'

/** The build that ended, and why. */
export interface Replaced {
  readonly build: StoredBuild
  readonly end: BuildEnd
}

/** A twin can win the insert and be replaced before we read it only when ten minutes pass in between. */
const ATTEMPTS_MAX = 3

/**
 * Stores a build; one that replaces another ends it in the same transaction. Of parallel twins, here or on another replica, the
 * unique index lets one in; all of them answer with that one.
 */
export async function saveBuild(
  database: Database,
  build: NewBuild,
  replaced: Replaced | null,
): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const isStored = await (replaced === null ? insertBuild(database, build) : replace(replaced))
    if (isStored) return build.response
    const twin = await findLiveBuild(database, build)
    if (twin !== null) return twin.response
  }
  throw new Fault('database', 'a build could not be stored')

  function replace({ build: old, end }: Replaced): Promise<boolean> {
    return database.transaction(async (tx) => {
      await endBuild(tx, { id: old.id, atMs: build.createdAtMs, reason: end })
      return insertBuild(tx, build)
    })
  }
}
