import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createIndexView } from '../../src/api/index.ts'
import { createManualClock } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import { putCheckpoint } from '../../src/store/writes/indexer.ts'
import { createTestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { createWallet } from '../support/wallet.ts'

/** The database, but lists wait for a word. */
function holding(database: Database, word: Promise<void>): Database {
  return {
    ...database,
    query: (statement) => word.then(() => database.query(statement)),
    together: (work) => word.then(() => database.together(work)),
  }
}

describeOnBothDatabases('F35 overload', (context) => {
  test('behavior: of 300 lists at once 96 are served, the rest are told at once, and then all is as before', async () => {
    let say = (): void => undefined
    const word = new Promise<void>((resolve) => {
      say = resolve
    })
    const api = await createTestApi({ database: holding(context.database, word) })
    const { port } = await api.api.start()
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    let refused = 0
    const answers = Array.from({ length: 300 }, async (_, n) => {
      const answer = await ask(n % 2 === 0 ? `/v1/markets?minVolume=${n + 1}` : `/v1/markets?page=${n}`)
      const body = (await answer.json()) as Record<string, unknown>
      // Those inside wait for the word, which is given when all others have had their answer.
      if (answer.status === 503 && ++refused === 300 - 96) say()
      return [answer.status, body.code ?? Object.keys(body).join(), answer.headers.get('retry-after')]
    })
    const count = new Map<string, number>()
    for (const each of await Promise.all(answers)) {
      const shown = JSON.stringify(each)
      count.set(shown, (count.get(shown) ?? 0) + 1)
    }
    expect(Object.fromEntries(count)).toEqual({
      '[200,"markets,pagination,facets",null]': 96,
      '[503,"UNAVAILABLE","5"]': 204,
    })
    expect((await ask('/v1/markets?minVolume=1000')).status).toBe(200)
    await api.close()
  })

  test('behavior: two hundred who ask for the same list at once are all answered, from one place', async () => {
    const api = await createTestApi({ database: context.database })
    for (const url of ['/v1/markets?limit=1', '/v1/markets?limit=2']) {
      const answers = await Promise.all(Array.from({ length: 200 }, () => api.request('GET', url)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(200)
    }
    await api.close()
  })

  test('behavior: requests behind an unfinished one are forgotten with their connection', async () => {
    // As many as one address may hold.
    const held = 4
    let ended = 0
    let tellAll = (): void => undefined
    const allEnded = new Promise<void>((resolve) => {
      tellAll = resolve
    })
    let isHeld = true
    let tellInside = (): void => undefined
    const inside = new Promise<void>((resolve) => {
      tellInside = resolve
    })
    const never = new Promise<never>(() => undefined)
    let asked = 0
    const holdAll = (): Promise<never> => {
      asked += 1
      if (asked === held) tellInside()
      return never
    }
    const { database } = context
    const api = await createTestApi({
      database: {
        ...database,
        query: (statement) => (isHeld ? holdAll() : database.query(statement)),
        together: (work) => (isHeld ? holdAll() : database.together(work)),
      },
      limits: { inFlightMax: 2 * held },
      parts: {
        observe: (told) => {
          if (told.kind !== 'request' || told.status === 503) return
          ended += 1
          if (ended === held) tellAll()
        },
      },
    })
    const { port } = await api.api.start()
    const socket = connect(port, '127.0.0.1')
    for (let n = 1; n <= held; n++) socket.write(`GET /v1/markets?page=${n} HTTP/1.1\r\nhost: sibyl\r\n\r\n`)
    await inside
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/v1/markets`)).status
    expect(await ask()).toBe(503)
    expect(api.api.requestIdsInFlight().length).toBe(held)
    socket.destroy()
    await allEnded
    expect(api.api.requestIdsInFlight()).toEqual([])
    isHeld = false
    expect(await ask()).toBe(200)
    await api.close()
  })

  test('behavior: sixteen balances are asked of the node at once, and lists have their own places', async () => {
    let say = (): void => undefined
    const word = new Promise<void>((resolve) => {
      say = resolve
    })
    const nothing = { native: { amount: 0n, locked: 0n }, tokens: new Map(), coins: 0 }
    const node = {
      url: 'http://127.0.0.1:22973',
      tip: async () => null,
      balances: () => word.then(() => nothing),
    }
    const api = await createTestApi({ database: context.database, parts: { node } })
    const wallets = Array.from({ length: 17 }, () => createWallet().address)
    const ask = (address: string) => api.request('GET', `/v1/users/${address}/balances`)
    let refused = 0
    const answers = wallets.map(async (address) => {
      const { status } = await ask(address)
      if (status === 503) refused += 1
      // One is beyond the bound; the others wait for the word.
      if (refused === 1) {
        expect((await api.request('GET', '/v1/markets?page=7')).status).toBe(200)
        say()
      }
      return status
    })
    expect((await Promise.all(answers)).sort()).toEqual([...new Array(16).fill(200), 503])
    expect((await ask(wallets[16]!)).status).toBe(200)
    await api.close()
  })

  test('behavior: who waits for a block holds no place of the gate, and a caller may wait 16 times', async () => {
    const { database } = context
    const index = createIndexView({ database, clock: createManualClock(0), waitMaxMs: 300_000 })
    const api = await createTestApi({ database, parts: { index } })
    const ask = (n: number, caller: number, headers: Record<string, string> = {}) =>
      api.request('GET', `/v1/markets?page=${n}`, { headers, remoteAddress: `192.0.2.${caller}` })
    const future = { 'x-min-block-height': '1000' }
    const waiting = Array.from({ length: 7 * 16 }, (_, n) => ask(n % 7, n % 7, future))
    for (let caller = 0; caller < 7; caller++) {
      const beyond = await ask(200, caller, future)
      expect([beyond.status, beyond.headers['retry-after']]).toEqual([429, '5'])
    }
    // Those who wait for nothing are served, the waiting callers' own requests too.
    for (let caller = 0; caller < 10; caller++) expect((await ask(300, caller)).status).toBe(200)
    await putCheckpoint(database, {
      networkId: 4,
      genesisHash: '00'.repeat(32),
      startHeight: 0,
      height: 1_000,
      hash: '11'.repeat(32),
      timestampMs: 0,
      finalHeight: 0,
      revision: 1,
    })
    const answers = await Promise.all(waiting)
    const kinds = new Set(answers.map(({ status, headers }) => `${status} at ${headers['x-block-height']}`))
    expect([...kinds]).toEqual(['200 at 1000'])
    await api.close()
  })
})
