import type { Writer } from '../../database.ts'

const sql = `
  update builds
  set ended_at_ms = $2, end_reason = $3
  where id = $1 and ended_at_ms is null`

export type BuildEnd = 'included' | 'input_spent' | 'expired'

/** Ends a build that is being replaced, once. */
export async function endBuild(
  tx: Writer,
  { id, atMs, reason }: { readonly id: number; readonly atMs: number; readonly reason: BuildEnd },
): Promise<void> {
  await tx.execute({ label: 'end-build', sql, values: [id, atMs, reason] })
}
