import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createReadReplicas, type ReadReplicas } from '../../src/api/index.ts'
import { systemTimers } from '../../src/kit/index.ts'
import { openDatabase, openReadReplica, type StoreDatabase } from '../../src/store/index.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createScriptedChain } from '../simulation/indexer/scripted-chain.ts'
import { createWorld } from '../simulation/indexer/world.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import {
  findReplicationTools,
  type PostgresReplica,
  startPostgresReplica,
} from '../support/postgres-replica.ts'
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts'

// A primary and a standby that streams from it, both PostgreSQL, and readers who ask for lists the whole time: while the
// standby stands still, dies, comes back and catches up, no request fails and no reader is shown less than it saw.

const patient = { connectMs: 20_000, statementMs: 30_000, searchStatementMs: 30_000, answerMs: 45_000 }

describe.skipIf(inject('replicationAbsent') !== null)('lists from a read replica (replica)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-replica-'))
  chmodSync(folder, 0o711)
  const chain = createScriptedChain()
  const world = createWorld({ actionsMax: 12 })
  const outcomes: string[] = []
  const reasons: string[] = []
  let server: PostgresServer
  let standby: PostgresReplica
  let database: StoreDatabase
  let replicas: ReadReplicas
  let closeReplica: () => Promise<void>
  let api: TestApi
  let mined = 0

  const mine = async (count: number): Promise<void> => {
    for (; count > 0; count--) chain.mine({ ...world.makeBlock(`r ${++mined}`), salt: `r ${mined}` })
    await catchUp(makeIndexer(chain, database))
  }
  beforeAll(async () => {
    const binaries = findReplicationTools()
    if ('absent' in binaries) throw new Error(binaries.absent)
    server = await startPostgresServer(binaries, join(folder, 'primary'))
    database = await openDatabase({ kind: 'server', url: server.url, limits: patient })
    await mine(60)
    standby = await startPostgresReplica(binaries, server.url, join(folder, 'replica'))
    const opened = openReadReplica({ url: standby.url('postgres'), limits: patient }, () => undefined)
    closeReplica = () => opened.database.close()
    replicas = createReadReplicas({
      primary: database,
      replicas: [opened],
      timers: systemTimers,
      observe: (seen) => {
        if (seen.kind === 'replica-read') outcomes.push(seen.outcome)
        if (seen.kind === 'replica-away') reasons.push(seen.reason)
      },
    })
    api = await createTestApi({ database, parts: { replicas } })
  })
  afterAll(async () => {
    replicas?.stop()
    await api?.close()
    await closeReplica?.()
    await database?.close()
    await standby?.kill()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const paths = [
    (limit: number) => `/v1/voting/proposals?status=all&limit=${limit}`,
    (limit: number) => `/v1/markets?limit=${limit}&facets=true`,
    (limit: number) => `/v1/search?q=will&limit=${limit}`,
  ]
  let asked = 0
  /** A list that no cache has. */
  const heightOfList = async (least = 0): Promise<number> => {
    const path = paths[asked % paths.length]!((asked++ % 50) + 1)
    const answer = await api.request('GET', path, { headers: { 'x-min-block-height': String(least) } })
    expect({ path, status: answer.status }).toEqual({ path, status: 200 })
    return Number(answer.headers['x-block-height'])
  }
  /** Asks until somebody was answered in this way. */
  const untilOutcome = async (wanted: string): Promise<void> => {
    outcomes.length = 0
    for (let own = 1; !outcomes.includes(wanted); own++) {
      await heightOfList()
      // Every list of this revision is in the cache after a while. Counted here: readers beside this one ask in step with it.
      if (own % 150 === 0) await mine(1)
    }
  }
  const tip = (): number => chain.main.length - 1

  test('default: a list and a search come from the replica, the same as from the primary', async () => {
    await untilOutcome('answered')
    const alone = await createTestApi({ database })
    for (const path of paths.map((one) => one(50))) {
      outcomes.length = 0
      const [here, there] = [await api.request('GET', path), await alone.request('GET', path)]
      expect(outcomes).toEqual(['answered'])
      expect([here.body, here.headers.etag, here.headers['x-block-height']]).toEqual([
        there.body,
        there.headers.etag,
        String(tip()),
      ])
    }
    await alone.close()
  })
  test('behavior: one that stands still is passed over from the next block on, and used when it has caught up', async () => {
    await standby.pause()
    await mine(3)
    outcomes.length = 0
    for (let i = 0; i < 6; i++) expect(await heightOfList(tip())).toBe(tip())
    expect(new Set(outcomes)).toEqual(new Set(['none']))
    expect(replicas.figures()[0]!.lagMs).toBeGreaterThanOrEqual(0)
    await standby.resume()
    await untilOutcome('answered')
    expect(await heightOfList(tip())).toBe(tip())
  })
  test('behavior: what is not on the replica yet is found, and a cursor goes on', async () => {
    await standby.pause()
    const before = (await api.request('GET', '/v1/voting/proposals?status=all&order=asc&limit=100')).json()
    let newest = before.pagination.total
    while (newest === before.pagination.total) {
      await mine(1)
      newest = (await api.request('GET', '/v1/voting/proposals?status=all&limit=1')).json().pagination.total
    }
    expect((await api.request('GET', `/v1/voting/proposals/${newest}/votes`)).status).toBe(200)
    const first = (await api.request('GET', '/v1/voting/proposals?status=all&limit=1')).json()
    await standby.resume()
    await untilOutcome('answered')
    const cursor = first.pagination.nextCursor
    const next = await api.request('GET', `/v1/voting/proposals?status=all&limit=1&cursor=${cursor}`)
    expect(next.json().proposals[0].id).toBe(first.proposals[0].id - 1)
  })
  test('behavior: under readers it stands still, dies, comes back: no request fails, no height goes back', async () => {
    let isOver = false
    let answers = 0
    const reader = async (): Promise<void> => {
      for (let seen = 0; !isOver; answers++) {
        const height = await heightOfList()
        expect(height).toBeGreaterThanOrEqual(seen)
        seen = height
      }
    }
    const readers = Promise.all(Array.from({ length: 4 }, reader))
    const turn = async (): Promise<void> => {
      await mine(2)
      expect(await heightOfList(tip())).toBe(tip())
    }
    for (let round = 0; round < 3; round++) {
      await turn()
      await standby.pause()
      for (let i = 0; i < 3; i++) await turn()
      await standby.kill()
      for (let i = 0; i < 3; i++) await turn()
      await standby.restart()
      for (let i = 0; i < 3; i++) await turn()
      await untilOutcome('answered')
    }
    isOver = true
    await readers
    expect(answers).toBeGreaterThan(0)
  })
  test('behavior: one that was promoted is used no more, though it writes ahead of the primary, and says why', async () => {
    await untilOutcome('answered')
    reasons.length = 0
    await standby.promote()
    // Somebody takes it for the venue's database.
    const astray = await openDatabase({ kind: 'server', url: standby.url('postgres'), limits: patient })
    await astray.query({ label: 'astray', sql: 'update checkpoint set revision = revision + 1000' })
    await astray.close()
    while (reasons.length === 0) await heightOfList()
    expect(reasons).toEqual(['it is no standby: it was promoted, or is the primary itself'])
    outcomes.length = 0
    await mine(1)
    for (let i = 0; i < 3; i++) expect(await heightOfList(tip())).toBe(tip())
    expect(new Set(outcomes)).toEqual(new Set(['none']))
  })
})
