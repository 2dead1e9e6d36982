import type { Writer } from '../database.ts'
import { deleteRows } from './delete-rows.ts'
import type { UndoneTable } from './list-undo-images.ts'
import { writeRows } from './write-rows.ts'

/** Puts rows back to what they were: born later, they go; changed or deleted later, they are as before. */
export async function undoRows(tx: Writer, { table, rows }: UndoneTable): Promise<void> {
  const born = rows.filter(({ before }) => before === null)
  const changed = rows.filter(({ before }) => before !== null)
  await deleteRows(
    tx,
    table,
    born.map(({ key }) => key),
  )
  await writeRows(
    tx,
    table,
    changed.map(({ before }) => before),
  )
}
