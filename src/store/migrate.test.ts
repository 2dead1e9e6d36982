import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { startChild } from '../../test/support/child.ts'
import { createTestDatabase, describeOnBothDatabases, describeOnServer } from '../../test/support/database.ts'
import { Bug } from '../kit/index.ts'
import type { StoreDatabase } from './create-database.ts'
import { migrate, resetChain } from './migrate.ts'
import { type Migration, readMigrations } from './migrations.ts'
import { findSetting } from './statements/settings/find-setting.ts'
import { putSetting } from './statements/settings/put-setting.ts'

const observe = () => undefined

/** One more step after those at hand. */
function extra(schema: Migration['schema'], sql: string, after = readMigrations().length): Migration {
  const version = after + 1
  return { version, schema, name: `00000${version}_${schema}_extra`, sql, checksum: `sum of ${sql}` }
}

describe('readMigrations', () => {
  test('default: numbered from one without a gap, each for one schema', () => {
    const migrations = readMigrations()
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
    expect(new Set(migrations.map(({ schema }) => schema))).toEqual(new Set(['service', 'chain']))
  })
  test('behavior: a step keeps to its own schema', () => {
    for (const { name, schema, sql } of readMigrations()) {
      const other = schema === 'chain' ? /\bservice\./ : /\bchain\./
      expect({ name, namesTheOther: other.test(sql) }).toEqual({ name, namesTheOther: false })
    }
  })
  test('error: a file of another name', () => {
    // Not `new URL('./', …)`: knip takes that for an import of this folder's door, and sees no dead name in it any more.
    const here = pathToFileURL(`${import.meta.dirname}/`)
    expect(() => readMigrations(here)).toThrow(Bug)
  })
})

describeOnBothDatabases('migrate', (context) => {
  // What opens a test database gives the seam; migrations work on the room's own view of it.
  const database = () => context.database as StoreDatabase

  test('default: a second time there is nothing to do', async () => {
    const seen: string[] = []
    await migrate(database(), { observe: ({ kind }) => seen.push(kind) })
    expect(seen.filter((kind) => kind === 'migration-applied')).toEqual([])
  })
  test('behavior: a step that fails leaves nothing of itself', async () => {
    const wrong = extra('service', 'create table half (id int); select nope;')
    await expect(migrate(database(), { observe, migrations: [...readMigrations(), wrong] })).rejects.toThrow(
      Bug,
    )
    const rows = await database().query({
      label: 'half',
      sql: `select 1 as found from pg_tables where tablename = 'half'`,
    })
    expect(rows).toEqual([])
  })
  test('error: a changed step, and a database that is newer than the program', async () => {
    const known = readMigrations()
    const changed = known.map((step, index) => (index === 0 ? { ...step, checksum: 'other' } : step))
    const name = known[0]!.name
    await expect(migrate(database(), { observe, migrations: changed })).rejects.toThrow(
      `the database was made by another release: its migration ${name} is not our ${name}`,
    )
    const older = known.filter(({ schema }) => schema === 'chain')
    await expect(migrate(database(), { observe, migrations: older })).rejects.toThrow(
      `the database is newer than this program: it has migration ${name}; start the release that made it`,
    )
  })
  test('behavior: resetting the chain forgets the chain and nothing else, and plans kept from before still work', async () => {
    const step = extra('chain', 'create table reset_me (id bigint not null)')
    const migrations = [...readMigrations(), step]
    await migrate(database(), { observe, migrations })
    const insert = { label: 'insert', sql: 'insert into reset_me (id) values ($1)', values: [1] }
    const count = { label: 'count', sql: 'select count(*) as count from reset_me' }
    await database().execute(insert)
    await putSetting(database(), 'kept', { value: true, nowMs: 1 })
    expect(await database().query(count)).toEqual([{ count: 1 }])
    await resetChain(database(), { observe, migrations })
    expect(await database().query(count)).toEqual([{ count: 0 }])
    await database().execute(insert)
    expect(await findSetting(database(), 'kept')).toBe(true)
    await resetChain(database(), { observe })
    await expect(database().query(count)).rejects.toThrow(Bug)
  })
  test('behavior: pages told before step 21 have the entries that they would be given now', async () => {
    const known = readMigrations()
    const run = (sql: string) => database().execute({ label: 'test', sql })
    await resetChain(database(), { observe, migrations: known.slice(0, 20) })
    await run(`
      insert into feed (last_seq, first_seq, height, block_hash, at_ms, messages)
      values (3, 1, 1, '', 0, E'market:m trade {"t":"tx:no"}\ntx:a included {}\ntx:b included {}'), (4, 4, 2, '', 0, 'blocks block {}')`)
    await run(`insert into feed_channels select hashtextextended('tx:a', 0), 3`)
    await run(`insert into feed_channels select hashtextextended('blocks', 0), 4`)
    await migrate(database(), { observe, migrations: known })
    const sql = `
      select key, last_seq as seq
      from feed_channels join unnest(array['blocks', 'market:m', 'tx', 'tx:a', 'tx:b']) as k (key)
        on key_hash = hashtextextended(key, 0)
      order by key`
    const entries = await database().query({ label: 'test-entries', sql })
    expect(entries).toEqual([
      { key: 'blocks', seq: 4 },
      { key: 'market:m', seq: 3 },
      { key: 'tx', seq: 3 },
    ])
    expect(await run('select from feed_channels')).toBe(3)
    await resetChain(database(), { observe })
  })
  test('behavior: what a step makes anew in a filled table has statistics, an empty table has none', async () => {
    const made = extra(
      'chain',
      `create table filled (id bigint not null);
       insert into filled select 1 from generate_series(1, 100);
       create index filled_id on filled (id);
       create table empty (id bigint not null)`,
    )
    const added = extra('chain', 'alter table filled add column more bigint not null default 7', made.version)
    await migrate(database(), { observe, migrations: [...readMigrations(), made, added] })
    const known = {
      label: 'known',
      sql: `
        select c.relname, c.reltuples::int, s.attname, s.most_common_vals::text as common
        from pg_class c left join pg_stats s on s.tablename = c.relname
        where c.relname in ('filled', 'empty')
        order by c.relname, s.attname`,
    }
    expect(await database().query(known)).toEqual([
      { relname: 'empty', reltuples: -1, attname: null, common: null },
      { relname: 'filled', reltuples: 100, attname: 'id', common: '{1}' },
      { relname: 'filled', reltuples: 100, attname: 'more', common: '{7}' },
    ])
    await resetChain(database(), { observe })
  })
})

describeOnServer('migrate', () => {
  test('F16 behavior: two processes at once: one works, the other waits, both open', async () => {
    const own = await createTestDatabase('server')
    const args = [JSON.stringify(own.options)]
    const children = [startChild('open-and-hold', args), startChild('open-and-hold', args)]
    for (const child of children) {
      const line = await child.nextLine()
      expect({ line, problems: line === null ? child.problems() : '' }).toEqual({
        line: 'open',
        problems: '',
      })
    }
    for (const child of children) await child.kill('SIGTERM')
    const database = await own.open()
    const rows = await database.query<{ count: number }>({
      label: 'count',
      sql: 'select (select count(*) from service.migrations) + (select count(*) from chain.migrations) as count',
    })
    expect(rows).toEqual([{ count: readMigrations().length }])
    await database.close()
    await own.drop()
  })
})
