import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, describeOnServer, type TestDatabase } from '../../../test/support/database.ts'
import { startDatabaseProxy } from '../../../test/support/database-proxy.ts'
import type { TcpProxy } from '../../../test/support/tcp-proxy.ts'
import { Fault } from '../../kit/index.ts'
import type { Database } from '../database.ts'
import type { StoreObservation } from '../observation.ts'

const one = { label: 'one', sql: 'select 1 as one' }
const limits = {
  connectMs: 1_000,
  statementMs: 1_000,
  searchStatementMs: 1_000,
  answerMs: 2_000,
  lockMs: 500,
  idleInTransactionMs: 1_000,
}

function createSignal(): { readonly given: Promise<void>; give(): void } {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

/** The fault, or what came instead. */
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )

describeOnServer('database faults', () => {
  let own: TestDatabase
  let proxy: TcpProxy
  let database: Database
  const observed: StoreObservation[] = []
  beforeAll(async () => {
    own = await createTestDatabase('server')
    if (own.options.kind !== 'server') throw new Error('not a server')
    const through = await startDatabaseProxy(own.options.url)
    proxy = through.proxy
    database = await own.open({ url: through.url, limits, observe: (seen) => observed.push(seen) })
  })
  beforeEach(() => {
    proxy.set({ kind: 'pass' })
    observed.length = 0
  })
  afterAll(async () => {
    await database.close()
    await proxy.close()
    await own.drop()
  })

  const lanes = () => [database, database.points, database.search]

  test('F10 behavior: a connection killed in a query is a fault, and the pool heals', async () => {
    const [asked, operator] = [await own.open(), await own.open()]
    for (const reader of [asked, asked.points, asked.search]) {
      const killed = faultOf(reader.query({ label: 'sleep', sql: 'select pg_sleep(25)' }))
      await killSleeping(operator)
      expect(await killed).toMatchObject({ name: 'Fault', kind: 'database', cause: { code: '57P01' } })
      expect(await reader.query(one)).toEqual([{ one: 1 }])
    }
    for (const each of [asked, operator]) await each.close()
  })
  test('F10 behavior: a session that gave no answer in the middle of a moment is not used again', async () => {
    const impatient = await own.open({ limits: { ...limits, statementMs: 60_000, answerMs: 50 } })
    const silent = impatient.together((reader) =>
      reader.query({ label: 'sleep', sql: 'select pg_sleep(25)' }),
    )
    expect(await faultOf(silent)).toMatchObject({ name: 'Fault', cause: { message: 'no answer in time' } })
    const patient = impatient.together((reader) => reader.query(one))
    expect(await faultOf(patient)).toEqual({ value: [{ one: 1 }] })
    await impatient.close()
  })
  test('F10 behavior: idle connections that die are noticed and do not end the process', async () => {
    for (const reader of lanes()) await reader.query(one)
    await database.transaction((tx) => tx.query(one))
    proxy.cut()
    // The next round trip of another client: by then every reset has arrived.
    await faultOf(database.query(one))
    for (const reader of lanes()) {
      await faultOf(reader.query(one))
      expect(await reader.query(one)).toEqual([{ one: 1 }])
    }
    expect(observed.filter(({ kind }) => kind === 'connection-lost').length).toBeGreaterThan(0)
  })
  test('F11 behavior: a server that is down refuses at once; back up, it serves without a restart', async () => {
    await proxy.down()
    for (const reader of lanes()) {
      expect(await faultOf(reader.query(one))).toMatchObject({ name: 'Fault', kind: 'database' })
    }
    expect(await faultOf(database.transaction((tx) => tx.query(one)))).toBeInstanceOf(Fault)
    await proxy.up()
    for (const reader of lanes()) expect(await reader.query(one)).toEqual([{ one: 1 }])
    expect(await database.transaction((tx) => tx.query(one))).toEqual([{ one: 1 }])
  })
  test('F12 behavior: a server that accepts and never answers is a fault, on open connections and new ones', async () => {
    for (const reader of lanes()) await reader.query(one)
    proxy.set({ kind: 'black-hole' })
    for (const reader of lanes()) {
      expect(await faultOf(reader.query(one))).toMatchObject({ name: 'Fault', kind: 'database' })
    }
    expect(await faultOf(database.transaction((tx) => tx.query(one)))).toBeInstanceOf(Fault)
    proxy.set({ kind: 'pass' })
    proxy.cut()
    for (const reader of lanes()) await faultOf(reader.query(one))
    for (const reader of lanes()) expect(await reader.query(one)).toEqual([{ one: 1 }])
  })
  test('F13 behavior: a slow query is cancelled by the server', async () => {
    const slow = { label: 'slow', sql: 'select pg_sleep(5)' }
    expect(await faultOf(database.query(slow))).toMatchObject({ kind: 'database', cause: { code: '57014' } })
    expect(await faultOf(database.search.query(slow))).toBeInstanceOf(Fault)
    expect(await database.query(one)).toEqual([{ one: 1 }])
  })
  test('behavior: a transaction that falls silent is ended, and its caller hears of it', async () => {
    const silent = createSignal()
    const begun = createSignal()
    const held = faultOf(
      database.transaction(async (tx) => {
        await tx.query(one)
        begun.give()
        await silent.given
        return tx.query(one)
      }),
    )
    await begun.given
    const idle = {
      label: 'idle',
      sql: `
        select count(*) as count
        from pg_stat_activity
        where state like 'idle in transaction%' and datname = current_database()`,
    }
    for (let count = 1; count > 0; ) {
      count = (await database.query<{ count: number }>(idle))[0]!.count
    }
    silent.give()
    expect(await held).toMatchObject({ name: 'Fault', kind: 'database' })
    expect(await database.transaction((tx) => tx.query(one))).toEqual([{ one: 1 }])
  })
  test('behavior: a lock that is not given in time is a fault', async () => {
    const impatient = await own.open({ limits: { lockMs: limits.lockMs } })
    const lock = { label: 'lock', sql: 'select pg_advisory_xact_lock(42)' }
    const second = await impatient.transaction(async (tx) => {
      await tx.query(lock)
      return faultOf(impatient.transaction((other) => other.query(lock)))
    })
    expect(second).toMatchObject({ kind: 'database', cause: { code: '55P03' } })
    await impatient.close()
  })
  test('error: an address that leads nowhere says so without the password', async () => {
    await proxy.down()
    const opened = await faultOf(
      own.open({ url: `postgres://user:secret@127.0.0.1:${proxy.port}/x`, limits }),
    )
    await proxy.up()
    expect(opened).toMatchObject({
      kind: 'database',
      message: `DATABASE_URL: the server at 127.0.0.1:${proxy.port}/x cannot be used (ECONNREFUSED)`,
    })
    expect(await faultOf(own.open({ url: 'mysql://x', limits }))).toMatchObject({
      message: 'DATABASE_URL is not an address of the form postgres://user:password@host:port/name',
    })
    expect(await faultOf(own.open({ url: 'no address', limits }))).toBeInstanceOf(Fault)
  })
})

/** Ends the session of this database that sleeps, as soon as it does. */
async function killSleeping(operator: Database): Promise<void> {
  const kill = {
    label: 'kill',
    sql: `
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where wait_event = 'PgSleep' and datname = current_database()`,
  }
  while ((await operator.query(kill)).length === 0);
}
