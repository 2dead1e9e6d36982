import type { Reader } from '../../database.ts'
import { type StoredBuild, type StoredBuildRow, storedBuildColumns, toStoredBuild } from './stored-build.ts'

const sql = `
  select ${storedBuildColumns}
  from builds
  where request_hash = $1 and signer_address = $2 and ended_at_ms is null`

/** The build that has not been replaced yet, whatever became of it since. The signer is named for the plan's sake. */
export async function findLiveBuild(
  db: Reader,
  { requestHash, signerAddress }: { readonly requestHash: string; readonly signerAddress: string },
): Promise<StoredBuild | null> {
  const values = [requestHash, signerAddress]
  const rows = await db.query<StoredBuildRow>({ label: 'find-live-build', sql, values })
  return rows[0] === undefined ? null : toStoredBuild(rows[0])
}
