import type { Writer } from '../database.ts'
import { DELETED_MAX } from './delete-above.ts'

const sql = `
  delete from undo_log
  where ctid = any(array(select ctid from undo_log where height <= $1 limit $2))`

/** Drops the images of blocks that can no longer be undone, a page at a time. */
export async function deleteUndoImages(
  db: Writer,
  finalHeight: number,
  pageRows = DELETED_MAX,
): Promise<void> {
  const statement = { label: 'delete-undo-images', sql, values: [finalHeight, pageRows] }
  while ((await db.execute(statement)) === pageRows);
}
