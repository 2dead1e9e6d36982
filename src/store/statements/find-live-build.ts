import type { Reader } from '../database.ts'
import { type StoredBuild, type StoredBuildRow, storedBuildColumns, toStoredBuild } from './stored-build.ts'

const sql = `
  select ${storedBuildColumns}
  from builds
  where request_hash = $1 and ended_at_ms is null`

/** The build that has not been replaced yet, whatever became of it since. */
export async function findLiveBuild(db: Reader, requestHash: string): Promise<StoredBuild | null> {
  const rows = await db.query<StoredBuildRow>({ label: 'find-live-build', sql, values: [requestHash] })
  return rows[0] === undefined ? null : toStoredBuild(rows[0])
}
