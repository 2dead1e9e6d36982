import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/store/index.ts'
import { type Answered, createTestApi, type TestApi } from '../support/api.ts'
import { createTestDatabase, describeOnServer, type TestDatabase } from '../support/database.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import type { TcpProxy } from '../support/tcp-proxy.ts'

// What a caller sees while the database is in trouble: 503 in the contract's shape, on reads and on writes, and an
// ordinary answer as soon as the trouble is over.

const address = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'

function expectUnavailable(answer: Answered): void {
  expect(answer.json()).toMatchObject({ statusCode: 503, code: 'UNAVAILABLE' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}

describeOnServer('the API while the database is in trouble', () => {
  let own: TestDatabase
  let proxy: TcpProxy
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    own = await createTestDatabase('server')
    if (own.options.kind !== 'server') throw new Error('not a server')
    const through = await startDatabaseProxy(own.options.url)
    proxy = through.proxy
    database = await own.open({
      url: through.url,
      limits: { connectMs: 1_000, statementMs: 1_000, answerMs: 2_000, lockMs: 500 },
    })
    api = await createTestApi({ database })
  })
  afterAll(async () => {
    await api.close()
    await database.close()
    await proxy.close()
    await own.drop()
  })

  let walked = 0
  /** A read that no cache has seen, and a write. */
  const ask = async (): Promise<Answered[]> => [
    await api.request('GET', `/v1/markets?minVolume=${++walked}`),
    await api.request('POST', '/v1/auth/challenge', { json: { address } }),
  ]
  /** The first answers after the trouble may still meet a connection that died; the pool heals with them. */
  async function expectHealed(): Promise<void> {
    for (let tries = 0; tries < 20; tries++) {
      const statuses = (await ask()).map((answer) => answer.status)
      if (statuses.every((status) => status === 200)) return
    }
    throw new Error('the API does not recover')
  }

  test('F11 error: nobody listens; back up, it serves without a restart', async () => {
    await expectHealed()
    await proxy.down()
    for (const answer of await ask()) expectUnavailable(answer)
    await proxy.up()
    await expectHealed()
  })
  test('F12 error: it accepts and never answers', async () => {
    proxy.set({ kind: 'black-hole' })
    for (const answer of await ask()) expectUnavailable(answer)
    proxy.set({ kind: 'pass' })
    proxy.cut()
    await expectHealed()
  })
  test('F10 error: a connection killed in a query is 503, and the next request is served', async () => {
    const [asked, operator] = [await own.open(), await own.open()]
    const patient = await createTestApi({ database: asked })
    const read = (volume: number) => patient.request('GET', `/v1/markets?minVolume=${volume}`)
    expect((await read(1)).status).toBe(200)
    await operator.transaction(async (tx) => {
      // Nobody gets past this lock, so the connection that waits for it is in the middle of its query.
      await tx.query({ label: 'test-lock', sql: 'lock table markets in access exclusive mode' })
      const answer = read(2)
      const killed = await killWaiting(operator)
      expect(killed).toBe(1)
      expectUnavailable(await answer)
    })
    expect((await read(3)).status).toBe(200)
    await patient.close()
    for (const each of [asked, operator]) await each.close()
  })
})

/** Ends every session of this database that waits for a lock, as soon as there is one; says how many there were. */
async function killWaiting(operator: Database): Promise<number> {
  for (;;) {
    const killed = await operator.query({
      label: 'test-kill',
      sql: `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
    })
    if (killed.length > 0) return killed.length
  }
}

describe('the API while the embedded database is stuck', () => {
  test('F13 error: 503 until the watchdog has reopened it, then as before', async () => {
    const own = await createTestDatabase('embedded')
    let reopened: () => void = () => undefined
    const reopening = new Promise<void>((resolve) => {
      reopened = resolve
    })
    const database = await own.open({
      limits: { watchdogMs: 2_000 },
      observe: (seen) => {
        if (seen.kind === 'embedded-reopened') reopened()
      },
    })
    const api = await createTestApi({ database })
    /** On a busy machine the watchdog may fire once more. */
    const untilServed = async (volume: number): Promise<void> => {
      for (;;) {
        const answer = await api.request('GET', `/v1/markets?minVolume=${volume}`)
        if (answer.status === 200) return
        expectUnavailable(answer)
      }
    }
    await untilServed(0)
    const stuck = database
      .query({ label: 'endless', sql: 'select count(*) from generate_series(1, 100000000000) n' })
      .catch((error: unknown) => error)
    const behind = api.request('GET', '/v1/markets?minVolume=1')
    expect(await stuck).toMatchObject({ name: 'Fault', kind: 'database' })
    expectUnavailable(await behind)
    await reopening
    await untilServed(2)
    await api.close()
    await database.close()
    await own.drop()
  })
})
