import type { Reader } from '../database.ts'

const builtSql = `
  select distinct tx_id as "txId"
  from builds
  where tx_id = any($1::text[])`

/** Those of some transactions that were built here. */
export async function listBuiltHere(db: Reader, txIds: readonly string[]): Promise<string[]> {
  if (txIds.length === 0) return []
  const rows = await db.query<{ txId: string }>({
    label: 'list-built-here',
    sql: builtSql,
    values: [txIds],
  })
  return rows.map(({ txId }) => txId)
}

export interface VenueTransaction {
  readonly txId: string
  readonly height: number
}

const spanSql = `
  select tx_id as "txId", height
  from transactions
  where height > $1 and height <= $2 and is_venue
  order by height, tx_id`

/** The venue's transactions in blocks above one height, up to another. */
export const listVenueTransactions = (db: Reader, above: number, upTo: number): Promise<VenueTransaction[]> =>
  db.query<VenueTransaction>({
    label: 'list-venue-transactions',
    sql: spanSql,
    values: [above, upTo],
  })
