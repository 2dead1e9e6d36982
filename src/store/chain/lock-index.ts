import type { Writer } from '../database.ts'

/** Any number will do, as long as every indexer of this database takes the same. */
const indexLock = 7_351_209_006

const sql = 'select pg_advisory_xact_lock($1)'

/** For the rest of the transaction nobody else writes schema chain: a second indexer waits, then finds it done. */
export async function lockIndex(db: Writer): Promise<void> {
  await db.query({ label: 'lock-index', sql, values: [indexLock] })
}
