import { appendTables, type Database, foldedTables } from '../../../src/store/index.ts'

export type Dump = Readonly<Record<string, readonly unknown[]>>

const tables = [...foldedTables, ...appendTables]

/** Every row of schema chain that the chain alone decides, in the order of the keys. */
export async function dumpIndex(database: Database): Promise<Dump> {
  const dump: Record<string, unknown[]> = {}
  for (const { name, key } of tables) {
    const order = key.map((column) => column.name).join(', ')
    dump[name] = await database.query({
      label: `dump-${name}`,
      sql: `select * from ${name} order by ${order}`,
    })
  }
  dump.checkpoint = await database.query({
    label: 'dump-checkpoint',
    sql: 'select network_id, genesis_hash, start_height, height, hash, timestamp_ms from checkpoint',
  })
  return dump
}

/** As after a reset of schema chain, only faster. Not by truncate: that makes every index anew, seconds on PGlite. */
export async function emptyIndex(database: Database): Promise<void> {
  const names = [
    ...tables.map(({ name }) => name),
    'checkpoint',
    'index_health',
    'undo_log',
    'leader_leases',
    'feed',
    'feed_channels',
    'feed_books',
  ]
  for (const name of names) await database.execute({ label: `empty-${name}`, sql: `delete from ${name}` })
  const epoch = 'left(gen_random_uuid()::text, 8)'
  const sql = `update feed_head set epoch = ${epoch}, first_seq = 1, last_seq = 0`
  await database.execute({ label: 'empty-feed-head', sql })
}
