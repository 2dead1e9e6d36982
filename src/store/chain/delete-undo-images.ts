import type { Writer } from '../database.ts'

const sql = `
  delete from undo_log
  where height <= $1`

/** Drops the images of blocks that can no longer be undone. */
export async function deleteUndoImages(db: Writer, finalHeight: number): Promise<void> {
  await db.execute({ label: 'delete-undo-images', sql, values: [finalHeight] })
}
