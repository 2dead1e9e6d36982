import type { Reader } from '../database.ts'

const sql = `
  select distinct i.output_key
  from builds b
  join build_inputs i on i.build_id = b.id
  where b.signer_address = $1 and b.ended_at_ms is null and b.expires_at_ms > $2 and b.request_hash <> $3`

/** Keys of the coins that a wallet's other live builds count on. */
export async function listReservedCoins(
  db: Reader,
  signer: { readonly address: string; readonly nowMs: number; readonly exceptRequestHash: string },
): Promise<string[]> {
  const rows = await db.query<{ output_key: string }>({
    label: 'list-reserved-coins',
    sql,
    values: [signer.address, signer.nowMs, signer.exceptRequestHash],
  })
  return rows.map((row) => row.output_key)
}
