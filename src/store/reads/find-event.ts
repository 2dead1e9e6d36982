import type { Reader } from '../database.ts'
import { type FoundRecord, findRecord } from './find-record.ts'
import { sql } from './fragment.ts'
import { eventRecord } from './records.ts'

/** An event with its legs. */
export const findEvent = (db: Reader, id: number): Promise<FoundRecord> =>
  findRecord(db, {
    label: 'find-event',
    from: sql`events e`,
    where: sql`e.id = ${id}`,
    record: eventRecord(true),
  })
