import type { Writer } from '../database.ts'

/** Deleted by one statement, so that its time is bounded. */
export const DELETED_MAX = 5_000

/** Deletes the rows of a table that carry a height above the given one, a page at a time. */
export async function deleteAbove(
  db: Writer,
  tableName: string,
  height: number,
  pageRows = DELETED_MAX,
): Promise<void> {
  const sql = `
    delete from ${tableName}
    where ctid = any(array(select ctid from ${tableName} where height > $1 limit $2))`
  const statement = { label: `delete-above-${tableName}`, sql, values: [height, pageRows] }
  while ((await db.execute(statement)) === pageRows);
}
