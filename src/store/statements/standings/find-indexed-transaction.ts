import type { Reader } from '../../database.ts'

const sql = `
  select t.height, t.script_ok, b.hash, c.height as tip_height
  from transactions t
  join blocks b on b.height = t.height
  cross join checkpoint c
  where t.tx_id = $1`

export interface IndexedTransaction {
  readonly height: number
  readonly blockHash: string
  /** False: in the block, but without effect. */
  readonly scriptOk: boolean
  readonly confirmations: number
}

/** Where the index has a script transaction of the venue's chain, or null. */
export async function findIndexedTransaction(db: Reader, txId: string): Promise<IndexedTransaction | null> {
  const [row] = await db.query<{ height: number; script_ok: boolean; hash: string; tip_height: number }>({
    label: 'find-indexed-transaction',
    sql,
    values: [txId],
  })
  if (row === undefined) return null
  return {
    height: row.height,
    blockHash: row.hash,
    scriptOk: row.script_ok,
    confirmations: row.tip_height - row.height + 1,
  }
}
