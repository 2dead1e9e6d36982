import type { Writer } from '../database.ts'

/** Deletes the rows of a table that carry a height above the given one. */
export async function deleteAbove(db: Writer, tableName: string, height: number): Promise<void> {
  const sql = `
    delete from ${tableName}
    where height > $1`
  await db.execute({ label: `delete-above-${tableName}`, sql, values: [height] })
}
