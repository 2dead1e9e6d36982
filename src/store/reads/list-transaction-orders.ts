import type { Reader, Row } from '../database.ts'
import { sql, toStatement } from './fragment.ts'
import { orderRecord, orderRecordFrom } from './records.ts'

/** Orders that a transaction placed, as lists show them. */
export function listTransactionOrders(
  db: Reader,
  of: { readonly height: number; readonly txId: string; readonly limit: number },
): Promise<Row[]> {
  const statement = sql`
    select ${orderRecord}
    from ${orderRecordFrom}
    where o.height = ${of.height} and o.tx_id = ${of.txId}
    order by o.id
    limit ${of.limit}`
  return db.query(toStatement('list-transaction-orders', statement))
}
