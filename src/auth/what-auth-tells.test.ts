import { describe, expect, test } from 'vitest'
import { type DatabaseContext, describeOnBothDatabases } from '../../test/support/database.ts'
import { createSigner } from '../../test/support/signers.ts'
import { createManualClock, createSeededRandom, Fault, type Timers } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import type { MintRequest } from './auth.ts'
import { createAuth } from './create-auth.ts'
import type { AuthObservation } from './observation.ts'
import type { Verifier } from './verifier.ts'

const startMs = Date.UTC(2026, 0, 2, 3, 4, 5)
const hour = 3_600_000
const day = 24 * hour

/** A verifier that believes the first message, and says when it is closed. */
function trusting() {
  const told = { closed: 0 }
  const verifier: Verifier = {
    findSigned: async () => 0,
    close: async () => {
      told.closed += 1
    },
  }
  return { told, verifier }
}

let rooms = 0
function openRoom({ database, engine }: Pick<DatabaseContext, 'database' | 'engine'>) {
  rooms += 1
  const seed = `what auth tells ${engine} ${rooms}`
  const clock = createManualClock(startMs)
  const observed: AuthObservation[] = []
  const timers: { everyMs: number; work: () => void; isStopped: boolean }[] = []
  const byHand: Timers = {
    after: () => () => undefined,
    every(everyMs, work) {
      const timer = { everyMs, work, isStopped: false }
      timers.push(timer)
      return () => {
        timer.isStopped = true
      }
    },
  }
  const { told, verifier } = trusting()
  const waiting: (() => void)[] = []
  const auth = createAuth({
    ...{
      database,
      clock,
      random: createSeededRandom(seed),
      networkId: 4,
      group: 0,
      verifier,
      timers: byHand,
    },
    publicUrl: () => 'https://sibyl.example',
    observe(observation) {
      observed.push(observation)
      for (const resolve of waiting.splice(0)) resolve()
    },
    realTimeMs: () => clock.nowMs(),
  })
  const signer = createSigner('default', seed)
  const request: MintRequest = {
    ...{ address: signer.address, publicKey: signer.publicKey, signature: '11'.repeat(64) },
    ...{ name: 'my key', client: '192.0.2.1' },
  }
  const mint = async (change: Partial<MintRequest> = {}) => {
    await auth.issueChallenge({ address: signer.address, client: request.client })
    return auth.mintKey({ ...request, ...change })
  }
  return {
    auth,
    clock,
    observed,
    timers,
    told,
    request,
    mint,
    next: () => new Promise<void>((r) => waiting.push(r)),
  }
}

describeOnBothDatabases('what auth tells', (context) => {
  test('default: challenges, keys and refusals, by id and reason alone', async () => {
    const { auth, observed, request, mint } = openRoom(context)
    const { record } = await mint()
    await auth.revokeKey(record, record.id)
    await expect(mint({ name: '' })).rejects.toThrow()
    await expect(auth.mintKey({ ...request, challenge: 'no such text' })).rejects.toThrow()
    expect(observed).toEqual([
      ...[{ kind: 'challenge-issued' }, { kind: 'key-minted', keyId: record.id }],
      ...[{ kind: 'key-revoked', keyId: record.id }, { kind: 'challenge-issued' }],
      ...[
        { kind: 'mint-refused', reason: 'INVALID_REQUEST' },
        { kind: 'mint-refused', reason: 'unknown_challenge' },
      ],
    ])
  })

  test('behavior: every hour what ended seven days ago is forgotten, and how much', async () => {
    const { auth, clock, observed, timers, next, request } = openRoom(context)
    expect(timers.map(({ everyMs }) => everyMs)).toEqual([hour])
    clock.setTo(startMs - 100 * day)
    for (let i = 0; i < 3; i += 1) await auth.issueChallenge({ address: request.address, client: 'c' })
    clock.setTo(startMs - 93 * day + 5 * 60_000 + 1)
    observed.length = 0
    const purged = next()
    timers[0]!.work()
    await purged
    expect(observed).toEqual([{ kind: 'challenges-purged', count: 3 }])
    await auth.close()
    expect(timers[0]!.isStopped).toBe(true)
  })

  test('error: a purge and a last use that fail are told, and nobody waits for them', async () => {
    const minted = await openRoom(context).mint()
    const away: Database = {
      ...context.database,
      execute: () => Promise.reject(new Fault('database', 'away')),
    }
    const { auth, observed, timers, next, told } = openRoom({ ...context, database: away })
    expect((await auth.authenticate(minted.key))?.id).toBe(minted.record.id)
    await auth.settle()
    expect(observed).toEqual([{ kind: 'last-used-failed', reason: 'away' }])
    const failed = next()
    timers[0]!.work()
    await failed
    expect(observed[1]).toEqual({ kind: 'purge-failed', reason: 'Fault: away' })
    await auth.close()
    // Who brought the verifier closes it.
    expect(told.closed).toBe(0)
  })

  test('behavior: closing waits for the last use that is being noted', async () => {
    const minted = await openRoom(context).mint()
    const order: string[] = []
    const noting: Database = {
      ...context.database,
      async execute(statement) {
        const count = await context.database.execute(statement)
        order.push('noted')
        return count
      },
    }
    const { auth } = openRoom({ ...context, database: noting })
    await auth.authenticate(minted.key)
    await auth.close()
    order.push('closed')
    expect(order).toEqual(['noted', 'closed'])
  })

  test('behavior: a list shows every active key and two hundred that were revoked', async () => {
    const { auth, mint } = openRoom(context)
    const first = await mint()
    await context.database.query({
      label: 'test-revoked-keys',
      sql: `insert into api_keys (id, key_hash, key_prefix, owner_address, owner_public_key, name, scopes,
              created_at_ms, revoked_at_ms)
            select $1 || n, sha256(($1 || n)::bytea), 'p', 'a', $2, 'n', '{read}', n, n from generate_series(1, 201) n`,
      values: [`${first.record.id} `, first.record.ownerPublicKey],
    })
    const listed = await auth.listKeys(first.record)
    expect(listed.filter(({ revokedAtMs }) => revokedAtMs === null).map(({ id }) => id)).toEqual([
      first.record.id,
    ])
    expect(listed.filter(({ revokedAtMs }) => revokedAtMs !== null)).toHaveLength(200)
  })
})

describe('limits of what a caller may say', () => {
  describeOnBothDatabases('mintKey', (context) => {
    test.each([1, 100])('behavior: a name of %s characters is one', async (length) => {
      const { record } = await openRoom(context).mint({ name: 'x'.repeat(length) })
      expect(record.name).toHaveLength(length)
    })
    test('behavior: an end one millisecond ahead is one, and no fraction of one', async () => {
      const room = openRoom(context)
      expect((await room.mint({ expiresAtMs: startMs + 1 })).record.expiresAtMs).toBe(startMs + 1)
      await expect(room.mint({ expiresAtMs: startMs + 1.5 })).rejects.toThrow('must be in the future')
    })
  })
})
