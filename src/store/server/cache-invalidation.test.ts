import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, describeOnServer, type TestDatabase } from '../../../test/support/database.ts'
import { afterThisTurn } from '../../kit/index.ts'
import type { Database } from '../database.ts'

/** Asks until changes can be heard of. */
async function listening({ caches }: Database): Promise<number> {
  for (;;) {
    const version = caches.version()
    if (version !== null) return version
    await new Promise<void>(afterThisTurn)
  }
}

describeOnServer('cache invalidation', () => {
  let own: TestDatabase
  let databases: [Database, Database]
  beforeAll(async () => {
    own = await createTestDatabase('server')
    databases = [await own.open(), await own.open({ limits: { lockMs: 200 } })]
  })
  afterAll(async () => {
    for (const database of databases) await database.close()
    await own.drop()
  })

  test('default: nothing may be kept before somebody listens, and the version stays while nothing changes', async () => {
    const [one] = databases
    expect(one.caches.version()).toBeNull()
    const version = await listening(one)
    await one.query({ label: 'one', sql: 'select 1' })
    expect(one.caches.version()).toBe(version)
  })
  test('behavior: when a change is acknowledged, no process has its old version, the changing one neither', async () => {
    const [one, two] = databases
    for (let n = 0; n < 50; n++) {
      const before = [await listening(one), await listening(two)]
      await (n % 2 === 0 ? one : two).caches.invalidate()
      expect(one.caches.version()).not.toBe(before[0])
      expect(two.caches.version()).not.toBe(before[1])
    }
  })
  test('behavior: several changes at once are all acknowledged, and then copies may be kept again', async () => {
    const [one, two] = databases
    const before = await listening(two)
    await Promise.all(Array.from({ length: 6 }, (_, n) => databases[n % 2]!.caches.invalidate()))
    expect(await listening(one)).not.toBeNull()
    expect(await listening(two)).not.toBe(before)
  })
  test('behavior: a listener that was killed keeps nothing, and another one is opened', async () => {
    const [one, two] = databases
    const before = await listening(two)
    const kill = `select pg_terminate_backend(a.pid) from pg_stat_activity a join pg_locks l using (pid)
      where l.locktype = 'advisory' and a.datname = current_database()`
    expect(await one.query({ label: 'kill', sql: kill })).toHaveLength(2)
    while (two.caches.version() === before) await new Promise<void>(afterThisTurn)
    expect(await listening(two)).not.toBe(before)
    await one.caches.invalidate()
  })
  test('error: one that does not answer is not waited for beyond the limit of locks', async () => {
    const deaf = await own.open()
    await deaf.transaction(async (tx) => {
      await tx.query({ label: 'hold', sql: 'select pg_advisory_xact_lock_shared(7246395128)' })
      await databases[1].caches.invalidate()
    })
    await deaf.close()
  })
  test('error: while the database is away the change is not acknowledged', async () => {
    const gone = await own.open()
    await gone.close()
    await expect(gone.caches.invalidate()).rejects.toThrow('the database is closed')
    expect(gone.caches.version()).toBeNull()
  })
})
