import type { FillType, Outcome, Side } from '../../domain/index.ts'
import type { Reader } from '../database.ts'
import { sql, toStatement } from './fragment.ts'
import { tradeRecord, tradeRecordFrom } from './records.ts'

interface TradeRecord {
  readonly id: number
  readonly marketAddress: string
  readonly txId: string
  readonly buyOrderId: number
  readonly sellOrderId: number
  readonly fillType: FillType
  readonly outcome: Outcome
  readonly side: Side
  readonly isBuy: boolean
  readonly price: number
  readonly quantity: string
  readonly amountUsd: string
  readonly makerAddress: string
  readonly takerAddress: string
  readonly refererAddress: string | null
  readonly fillTimestamp: number
  readonly createdAt: string
}

/** Fills that a transaction caused, as lists show them. */
export function listTransactionTrades(
  db: Reader,
  of: { readonly height: number; readonly txId: string; readonly limit: number },
): Promise<TradeRecord[]> {
  const statement = sql`
    select ${tradeRecord}
    from ${tradeRecordFrom}
    where t.height = ${of.height} and t.tx_id = ${of.txId}
    order by t.id
    limit ${of.limit}`
  return db.query<TradeRecord>(toStatement('list-transaction-trades', statement))
}
