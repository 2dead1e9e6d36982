import { Fault } from '../kit/index.ts'
import {
  type BuildEnd,
  type Database,
  endBuild,
  findLiveBuild,
  insertBuild,
  type NewBuild,
  type StoredBuild,
} from '../store/index.ts'

/** A twin can win the insert and be replaced before we read it only when ten minutes pass in between. */
const ATTEMPTS_MAX = 3

/**
 * Stores a build, ending the one it replaces, in one transaction. Of parallel twins, here or on another replica, the
 * unique index lets one in; all of them answer with that one.
 */
export async function saveBuild(
  database: Database,
  build: NewBuild,
  replaced: { readonly build: StoredBuild; readonly end: BuildEnd } | null,
): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const response = await database.transaction(async (tx) => {
      if (replaced !== null)
        await endBuild(tx, { id: replaced.build.id, atMs: build.createdAtMs, reason: replaced.end })
      if (await insertBuild(tx, build)) return build.response
      return (await findLiveBuild(tx, build.requestHash))?.response ?? null
    })
    if (response !== null) return response
  }
  throw new Fault('database', 'a build could not be stored')
}
