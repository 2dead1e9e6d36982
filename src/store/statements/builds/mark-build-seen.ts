import type { Writer } from '../../database.ts'

const sql = `
  update builds
  set seen_block_hash = $2
  where tx_id = $1 and seen_block_hash is distinct from $2`

/** Remembers the block a build of ours was seen in, so that its absence later can be called by its name. */
export async function markBuildSeen(
  db: Writer,
  { txId, blockHash }: { readonly txId: string; readonly blockHash: string },
): Promise<void> {
  await db.execute({ label: 'mark-build-seen', sql, values: [txId, blockHash] })
}
