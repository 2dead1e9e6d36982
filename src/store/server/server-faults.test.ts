import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, describeOnServer, type TestDatabase } from '../../../test/support/database.ts'
import { startDatabaseProxy } from '../../../test/support/database-proxy.ts'
import type { TcpProxy } from '../../../test/support/tcp-proxy.ts'
import { Fault } from '../../kit/index.ts'
import type { Database } from '../database.ts'
import type { StoreObservation } from '../observation.ts'
import type { ServerLimits } from './server-driver.ts'

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
  let proxied: string
  let database: Database
  const observed: StoreObservation[] = []
  beforeAll(async () => {
    own = await createTestDatabase('server')
    if (own.options.kind !== 'server') throw new Error('not a server')
    const through = await startDatabaseProxy(own.options.url)
    proxy = through.proxy
    proxied = through.url
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
  test('F10 behavior: a session that gave no answer to a begin is not used again', async () => {
    const impatient = await own.open({ url: proxied, limits: { ...limits, answerMs: 100 } })
    const begin = () => impatient.transaction((tx) => tx.query(one))
    expect(await faultOf(begin())).toEqual({ value: [{ one: 1 }] })
    proxy.set({ kind: 'black-hole' })
    expect(await faultOf(begin())).toMatchObject({ name: 'Fault', cause: { message: 'no answer in time' } })
    proxy.set({ kind: 'pass' })
    expect(await faultOf(begin())).toEqual({ value: [{ one: 1 }] })
    await impatient.close()
  })
  test('F10 behavior: a session that gave no answer to a commit is not used again', async () => {
    const impatient = await own.open({ url: proxied, limits: { ...limits, answerMs: 100 } })
    const unanswered = impatient.transaction(async (tx) => {
      await tx.query(one)
      proxy.set({ kind: 'black-hole' })
    })
    expect(await faultOf(unanswered)).toMatchObject({
      name: 'Fault',
      cause: { message: 'no answer in time' },
    })
    proxy.set({ kind: 'pass' })
    expect(await faultOf(impatient.transaction((tx) => tx.query(one)))).toEqual({ value: [{ one: 1 }] })
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
  test.each(['together', 'transaction'] as const)(
    'F12 behavior: of what was asked of a session that fell silent nothing waits for an answer of its own: %s',
    async (way) => {
      const impatient = await own.open({ url: proxied, limits: { ...limits, answerMs: 300 } })
      const direct = await own.open()
      await direct.query(one)
      const told: string[] = []
      const silent = impatient[way](async (reader) => {
        await reader.query(one)
        proxy.set({ kind: 'black-hole' })
        const asked = [reader.query(one), reader.query(one), reader.query(one)]
        await faultOf(asked[0]!)
        const others = Promise.allSettled(asked).then(() => told.push('refused'))
        await direct.query(one)
        told.push('answered elsewhere')
        await others
        return asked[0]
      })
      expect(await faultOf(silent)).toMatchObject({ name: 'Fault', cause: { message: 'no answer in time' } })
      expect(told).toEqual(['refused', 'answered elsewhere'])
      proxy.set({ kind: 'pass' })
      for (const each of [impatient, direct]) await each.close()
    },
  )
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
  describe('of what the indexer asked at once', () => {
    const sleep = (seconds: number) => ({
      label: 'sleep',
      sql: 'select pg_sleep($1::float8)::text as slept',
      values: [seconds],
    })
    const together = (of: Database, seconds: readonly number[]) =>
      of.transaction((tx) => Promise.all(seconds.map((each) => tx.query(sleep(each)))), { lane: 'indexer' })
    const open = async (given: Partial<ServerLimits>) => {
      if (own.options.kind !== 'server') throw new Error('not a server')
      const through = new URL(own.options.url)
      through.hostname = '127.0.0.1'
      through.port = String(proxy.port)
      return own.open({ url: through.href, limits: { ...limits, indexerStatementMs: 300, ...given } })
    }

    test('F12 behavior: a server that falls silent costs the connection, which is closed, and the next is served', async () => {
      const opened = await open({ answerMs: 200 })
      await together(opened, [0])
      const connections = proxy.connections()
      const silent = opened.transaction(
        async (tx) => {
          const first = tx.query(one).then(() => proxy.set({ kind: 'black-hole' }))
          await Promise.all([first, ...[0.1, 0, 0, 0].map((each) => tx.query(sleep(each)))])
        },
        { lane: 'indexer' },
      )
      expect(await faultOf(silent)).toMatchObject({
        name: 'Fault',
        kind: 'database',
        cause: { message: 'no answer in time' },
      })
      const direct = await own.open()
      while (proxy.connections() >= connections) await direct.query(one)
      await direct.close()
      proxy.set({ kind: 'pass' })
      expect(await together(opened, [0])).toEqual([[{ slept: '' }]])
      await opened.close()
    })
    const never = { indexerStatementMs: 60_000, answerMs: 60_000, idleInTransactionMs: 60_000 }
    test('F12 behavior: who closes the database waits for no answer of a silent server', async () => {
      const opened = await open(never)
      const sent = createSignal()
      const silent = opened.transaction(
        async (tx) => {
          await tx.query(one)
          proxy.set({ kind: 'black-hole' })
          sent.give()
          await Promise.all([0, 0, 0].map((each) => tx.query(sleep(each))))
        },
        { lane: 'indexer' },
      )
      const told = faultOf(silent)
      await sent.given
      await opened.close()
      expect(await told).toMatchObject({
        name: 'Fault',
        kind: 'database',
        cause: { message: 'no answer in time' },
      })
      proxy.set({ kind: 'pass' })
    })
    test.each(['service', 'indexer'] as const)(
      'F12 behavior: what a transaction of %s asks after the database was closed waits for no answer',
      async (lane) => {
        const opened = await open(never)
        const [begun, closed] = [createSignal(), createSignal()]
        const late = opened.transaction(
          async (tx) => {
            await tx.query(one)
            begun.give()
            await closed.given
            proxy.set({ kind: 'black-hole' })
            await tx.query(one)
          },
          { lane },
        )
        const told = faultOf(late)
        await begun.given
        await opened.close()
        closed.give()
        expect(await told).toMatchObject({
          name: 'Fault',
          kind: 'database',
          cause: { message: 'no answer in time' },
        })
        proxy.set({ kind: 'pass' })
      },
    )
    test('F13 behavior: one that is slower than an answer may be is the server’s to cancel', async () => {
      const opened = await open({ indexerStatementMs: 60_000, answerMs: 50 })
      expect(await together(opened, [0.4])).toEqual([[{ slept: '' }]])
      await opened.close()
    })
    test('F12 behavior: each has its time from the answer before it, however many there are', async () => {
      const opened = await open({ indexerStatementMs: 1_000, answerMs: 200 })
      const slept = await together(opened, new Array<number>(25).fill(0.1))
      expect(slept).toEqual(new Array(25).fill([{ slept: '' }]))
      await opened.close()
    })
    test('F13 behavior: a slow one is cancelled by the server, and all hear so', async () => {
      const opened = await open({ indexerStatementMs: 300, answerMs: 30_000 })
      const slow = faultOf(together(opened, [0, 5, 0, 5]))
      expect(await slow).toMatchObject({ name: 'Fault', kind: 'database', cause: { code: '57014' } })
      expect(await together(opened, [0])).toEqual([[{ slept: '' }]])
      await opened.close()
    })
    test('F10 behavior: a connection that is killed or cut is a fault for all, and the next is served', async () => {
      const [opened, operator] = [await open({ indexerStatementMs: 30_000 }), await own.open()]
      const killed = faultOf(together(opened, [0, 25, 0]))
      await killSleeping(operator, 'sibyl indexer')
      expect(await killed).toMatchObject({ name: 'Fault', kind: 'database', cause: { code: '57P01' } })
      expect(await together(opened, [0])).toEqual([[{ slept: '' }]])
      const cut = faultOf(together(opened, [0, 25, 0]))
      const asleep = `
        select 1
        from pg_stat_activity
        where wait_event = 'PgSleep' and application_name = 'sibyl indexer' and datname = current_database()`
      while ((await operator.query({ label: 'asleep', sql: asleep })).length === 0);
      proxy.cut()
      expect(await cut).toBeInstanceOf(Fault)
      expect(await together(opened, [0])).toEqual([[{ slept: '' }]])
      await opened.close()
      await operator.close()
    })
  })
  test('F13 behavior: a slow search is cancelled sooner than another statement', async () => {
    const opened = await own.open({ limits: { searchStatementMs: 50 } })
    const slow = { label: 'slow', sql: 'select pg_sleep(0.4)::text as slept' }
    expect(await faultOf(opened.search.query(slow))).toMatchObject({ cause: { code: '57014' } })
    for (const reader of [opened, opened.points]) expect(await reader.query(slow)).toEqual([{ slept: '' }])
    await opened.close()
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
async function killSleeping(operator: Database, name = 'sibyl %'): Promise<void> {
  const kill = {
    label: 'kill',
    sql: `
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where wait_event = 'PgSleep' and application_name like $1 and datname = current_database()`,
    values: [name],
  }
  while ((await operator.query(kill)).length === 0);
}
