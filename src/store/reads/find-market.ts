import type { Reader } from '../database.ts'
import { type FoundRecord, findRecord } from './find-record.ts'
import { sql } from './fragment.ts'
import { marketRecord } from './records.ts'

export const findMarket = (db: Reader, marketAddress: string): Promise<FoundRecord> =>
  findRecord(db, {
    label: 'find-market',
    from: sql`markets m`,
    where: sql`m.market_address = ${marketAddress}`,
    record: marketRecord(),
  })
