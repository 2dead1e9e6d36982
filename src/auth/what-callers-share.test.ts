import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseContext, describeOnBothDatabases } from '../../test/support/database.ts'
import { createSigner } from '../../test/support/signers.ts'
import type { ApiKey } from '../domain/index.ts'
import { createManualClock, createSeededRandom } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import { countChallengeTries, insertChallenge } from '../store/writes/auth.ts'
import { createAuthenticate } from './authenticate.ts'
import { challengeLifetimeMs, challengeMemoryMs } from './context.ts'
import { createAuth } from './create-auth.ts'
import { createKeyText } from './key-text.ts'
import { createLastUsed } from './last-used.ts'
import { createMaintenance } from './maintenance.ts'
import { purgeChallenges } from './purge-challenges.ts'
import { createVerifier, type Verifier } from './verifier.ts'

const startMs = Date.UTC(2026, 0, 2, 3, 4, 5)
const client = '192.0.2.1'

const keyOf = (id: string): ApiKey => ({
  ...{
    id,
    keyPrefix: 'sibyl_live_abcd',
    ownerAddress: 'owner',
    ownerPublicKey: '02'.repeat(33),
    name: 'key',
  },
  ...{ scopes: ['read'], createdAtMs: startMs, expiresAtMs: null, lastUsedAtMs: null, revokedAtMs: null },
  limits: { reads: null, writes: null },
})

let checking: Verifier
beforeAll(() => {
  checking = createVerifier({ threads: 1, jobMs: 300_000 })
})
afterAll(() => checking.close())

let rooms = 0
/** A wallet and its signature, which is checked once `meanwhile` is done. */
function openRoom({ database, engine }: Pick<DatabaseContext, 'database' | 'engine'>) {
  rooms += 1
  const seed = `what is shared ${engine} ${rooms}`
  const clock = createManualClock(startMs)
  const signer = createSigner('default', seed)
  let meanwhile = async (): Promise<void> => undefined
  const verifier: Verifier = {
    async findSigned(job) {
      await meanwhile()
      return checking.findSigned(job)
    },
    close: async () => undefined,
  }
  const auth = createAuth({
    ...{ database, clock, random: createSeededRandom(seed), networkId: 4, group: 0, verifier },
    publicUrl: () => 'https://sibyl.example',
    realTimeMs: () => clock.nowMs(),
  })
  const { address, publicKey } = signer
  const mint = async (during = meanwhile) => {
    meanwhile = during
    const { challenge } = await auth.issueChallenge({ address, client })
    return auth.mintKey({
      ...{ address, publicKey, client, name: 'my key' },
      signature: await signer.sign(challenge),
    })
  }
  return { auth, clock, address, mint }
}

describeOnBothDatabases('what callers share', (context) => {
  /** The statements of one label, in the order they were asked; none is answered before `release`. */
  function held() {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked: string[] = []
    const waiting = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
      asked.push(label)
      await released
      return work()
    }
    const database: Database = {
      ...context.database,
      execute: (statement) => waiting(statement.label, () => context.database.execute(statement)),
      points: {
        query: (statement) => waiting(statement.label, () => context.database.points.query(statement)),
      },
    }
    return { database, asked, release: () => release() }
  }
  const options = (database: Database) => ({
    ...{ database, clock: createManualClock(startMs), random: createSeededRandom('shared') },
    ...{ publicUrl: () => '', networkId: 4, group: 0, observe: () => undefined },
  })

  test('behavior: a use of a key that is being noted is not noted beside it', async () => {
    const { database, asked, release } = held()
    const lastUsed = createLastUsed(options(database))
    for (const id of ['a', 'b', 'a', 'a']) lastUsed.note(keyOf(id))
    release()
    await lastUsed.settle()
    expect(asked).toHaveLength(2)
    lastUsed.note(keyOf('a'))
    await lastUsed.settle()
    expect(asked).toHaveLength(3)
  })
  test('behavior: a hundred uses are noted at once, the next one is left to a later use', async () => {
    const { database, asked, release } = held()
    const lastUsed = createLastUsed(options(database))
    for (let n = 0; n < 101; n++) lastUsed.note(keyOf(`key ${n}`))
    expect(asked).toHaveLength(100)
    release()
    await lastUsed.settle()
    lastUsed.note(keyOf('key 100'))
    await lastUsed.settle()
    expect(asked).toHaveLength(101)
  })
  test('behavior: who asks for the switch at once shares one look at it', async () => {
    const { database, asked, release } = held()
    const clock = createManualClock(startMs)
    const switched = { realTimeMs: () => clock.nowMs(), isForced: false }
    const maintenance = createMaintenance({ database, clock }, switched)
    const answers = Promise.all([maintenance.isOn(), maintenance.isOn(), maintenance.isOn()])
    release()
    await answers
    expect(asked).toHaveLength(1)
    clock.advance(1_000)
    await maintenance.isOn()
    expect(asked).toHaveLength(2)
  })
  test('behavior: whoever sets the switch goes by it at once, also when it was looked at before', async () => {
    const { auth } = openRoom(context)
    for (const on of [false, true, false]) {
      await auth.setMaintenance(on)
      expect(await auth.isMaintenance()).toBe(on)
    }
  })

  const caches = { version: () => 1, invalidate: async () => undefined }
  test('behavior: a kept key is as old as its look-up’s beginning, however long that took', async () => {
    const { mint } = openRoom(context)
    const { key } = await mint()
    const clock = createManualClock(startMs)
    let lookUps = 0
    const slow: Database = {
      ...context.database,
      caches,
      points: {
        query(statement) {
          lookUps += 1
          clock.advance(300)
          return context.database.points.query(statement)
        },
      },
    }
    const authenticate = createAuthenticate({ database: slow, clock }, { realTimeMs: () => clock.nowMs() })
    await authenticate(key)
    clock.advance(99)
    await authenticate(key)
    expect(lookUps).toBe(1)
    clock.advance(1)
    await authenticate(key)
    expect(lookUps).toBe(2)
  })
  test('behavior: of ten thousand kept keys the one kept first makes room', async () => {
    const { key } = await openRoom(context).mint()
    const clock = createManualClock(startMs)
    let rows: unknown[] | null = null
    let lookUps = 0
    const counting: Database = {
      ...context.database,
      caches,
      points: {
        async query(statement) {
          lookUps += 1
          rows ??= await context.database.points.query(statement)
          return rows as never
        },
      },
    }
    const authenticate = createAuthenticate({ database: counting, clock }, { realTimeMs: () => startMs })
    await authenticate(key)
    const random = createSeededRandom('ten thousand keys')
    const others = Array.from({ length: 10_000 }, () => createKeyText(random))
    await Promise.all(others.map((text) => authenticate(text)))
    expect(lookUps).toBe(10_001)
    await authenticate(others[0]!)
    await authenticate(others[9_999]!)
    expect(lookUps).toBe(10_001)
    await authenticate(key)
    expect(lookUps).toBe(10_002)
  })

  test('behavior: what ended seven days ago is forgotten in one call, however much it is', async () => {
    const { address, clock } = openRoom(context)
    await context.database.transaction(async (tx) => {
      for (let n = 0; n < 1_001; n++)
        await insertChallenge(tx, {
          ...{ id: `old ${n}`, wallet: address, challenge: `text ${n}`, client },
          ...{ issuedAtMs: startMs - challengeLifetimeMs, expiresAtMs: startMs },
        })
    })
    clock.advance(challengeMemoryMs + 1)
    expect(await purgeChallenges({ database: context.database, clock })).toBeGreaterThanOrEqual(1_001)
    expect(await purgeChallenges({ database: context.database, clock })).toBe(0)
  })

  test('error: a challenge that ends while its signature is checked says how it ended', async () => {
    const triedOut = openRoom(context)
    const tryIt = async () => {
      const [row] = await context.database.query<{ id: string }>({
        label: 'test-challenge',
        sql: 'select id from challenges where wallet = $1',
        values: [triedOut.address],
      })
      for (let n = 0; n < 5; n++) await countChallengeTries(context.database, [row?.id ?? ''], client)
    }
    await expect(triedOut.mint(tryIt)).rejects.toMatchObject({
      code: 'CHALLENGE_EXPIRED',
      details: { reason: 'tries' },
    })
    const late = openRoom(context)
    await expect(late.mint(async () => late.clock.advance(challengeLifetimeMs))).rejects.toMatchObject({
      code: 'CHALLENGE_EXPIRED',
      details: { reason: 'expired' },
    })
  })
})
