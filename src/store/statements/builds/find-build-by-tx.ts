import type { Reader } from '../../database.ts'
import { type StoredBuild, type StoredBuildRow, storedBuildColumns, toStoredBuild } from './stored-build.ts'

const sql = `
  select ${storedBuildColumns}
  from builds
  where tx_id = $1
  order by id desc
  limit 1`

/** The newest build of ours that has this transaction id. */
export async function findBuildByTx(db: Reader, txId: string): Promise<StoredBuild | null> {
  const rows = await db.query<StoredBuildRow>({ label: 'find-build-by-tx', sql, values: [txId] })
  return rows[0] === undefined ? null : toStoredBuild(rows[0])
}
