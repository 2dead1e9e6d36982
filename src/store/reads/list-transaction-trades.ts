import type { Reader, Row } from '../database.ts'
import { sql, toStatement } from './fragment.ts'
import { tradeRecord, tradeRecordFrom } from './records.ts'

/** Fills that a transaction caused, as lists show them. */
export function listTransactionTrades(
  db: Reader,
  of: { readonly height: number; readonly txId: string; readonly limit: number },
): Promise<Row[]> {
  const statement = sql`
    select ${tradeRecord}
    from ${tradeRecordFrom}
    where t.height = ${of.height} and t.tx_id = ${of.txId}
    order by t.id
    limit ${of.limit}`
  return db.query(toStatement('list-transaction-trades', statement))
}
