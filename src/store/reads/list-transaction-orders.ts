import type { Outcome, Side } from '../../domain/index.ts'
import type { Reader } from '../database.ts'
import { sql, toStatement } from './fragment.ts'
import { orderRecord, orderRecordFrom } from './records.ts'

interface OrderRecord {
  readonly id: number
  readonly marketAddress: string
  readonly marketId: number
  readonly orderId: number
  readonly trader: string
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly quantity: string
  readonly filled: string
  readonly cancelled: boolean
  readonly isMarketOrder: boolean
  readonly orderTimestamp: number
  readonly refererAddress: string | null
  readonly txId: string
  readonly createdAt: string
}

/** Orders that a transaction placed, as lists show them. */
export function listTransactionOrders(
  db: Reader,
  of: { readonly height: number; readonly txId: string; readonly limit: number },
): Promise<OrderRecord[]> {
  const statement = sql`
    select ${orderRecord}
    from ${orderRecordFrom}
    where o.height = ${of.height} and o.tx_id = ${of.txId}
    order by o.id
    limit ${of.limit}`
  return db.query<OrderRecord>(toStatement('list-transaction-orders', statement))
}
