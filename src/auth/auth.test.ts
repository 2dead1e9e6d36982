import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseContext, describeOnBothDatabases } from '../../test/support/database.ts'
import {
  createSigner,
  type SignerKeyType,
  signerKeyTypes,
  type TestSigner,
} from '../../test/support/signers.ts'
import type { ApiKey } from '../domain/index.ts'
import { createManualClock, createSeededRandom, Fault, type ManualClock, Refusal } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import type { Auth, MintRequest } from './auth.ts'
import { createAuth } from './create-auth.ts'
import { isKeyText } from './key-text.ts'
import type { AuthObservation } from './observation.ts'
import { purgeChallenges } from './purge-challenges.ts'
import { createVerifier, type Verifier } from './verifier.ts'

const startMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
const minute = 60_000
const client = '192.0.2.1'

interface Room {
  readonly auth: Auth
  readonly clock: ManualClock
  readonly observed: AuthObservation[]
}

let verifier: Verifier
beforeAll(() => {
  verifier = createVerifier({ threads: 1, jobMs: 300_000 })
})
afterAll(() => verifier.close())

let rooms = 0
function openRoom(context: DatabaseContext, options: { forceMaintenance?: boolean } = {}): Room {
  rooms += 1
  const clock = createManualClock(startMs)
  const observed: AuthObservation[] = []
  const auth = createAuth({
    database: context.database,
    clock,
    random: createSeededRandom(`room ${rooms} ${context.engine}`),
    publicUrl: () => 'https://sibyl.example',
    networkId: 4,
    group: 0,
    verifier,
    observe: (observation) => observed.push(observation),
    realTimeMs: () => clock.nowMs(),
    ...options,
  })
  return { auth, clock, observed }
}

let wallets = 0
function freshSigner(keyType: SignerKeyType = 'default'): TestSigner {
  wallets += 1
  return createSigner(keyType, `wallet ${wallets}`)
}

/** Asks for a challenge and signs it; the mint request is complete. */
async function signed(
  { auth }: Room,
  signer: TestSigner,
  overrides: Partial<MintRequest> = {},
): Promise<MintRequest> {
  const { challenge } = await auth.issueChallenge({ address: signer.address, client })
  return {
    address: signer.address,
    publicKey: signer.publicKey,
    signature: await signer.sign(challenge),
    name: 'my key',
    client,
    ...overrides,
  }
}

const mint = async (room: Room, signer = freshSigner(), overrides: Partial<MintRequest> = {}) =>
  room.auth.mintKey(await signed(room, signer, overrides))

/** The refusal as the edge would show it. */
async function refusalOf(work: Promise<unknown>): Promise<{ code: string; details: unknown }> {
  try {
    await work
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, details: error.details }
    throw error
  }
  throw new Error('it was not refused')
}

describeOnBothDatabases('auth', (context) => {
  describe('issueChallenge', () => {
    test('default: plain lines, byte for byte', async () => {
      const room = openRoom(context)
      const signer = freshSigner()
      const issued = await room.auth.issueChallenge({ address: signer.address, client })
      expect(issued.expiresAtMs).toBe(startMs + 5 * minute)
      const nonce = /Nonce: ([0-9a-f]{64})\n/.exec(issued.challenge)?.[1]
      expect(issued.challenge).toBe(
        [
          'Sibyl: sign this to create an API key for your wallet.',
          'This is not a transaction. It moves no funds and costs nothing.',
          '',
          'Host: https://sibyl.example',
          'Network: 4',
          `Address: ${signer.address}`,
          `Nonce: ${nonce}`,
          'Issued: 2026-01-02T03:04:05.678Z',
          'Expires: 2026-01-02T03:09:05.678Z',
        ].join('\n'),
      )
    })
    test.each([
      ['too short', 'z'.repeat(29)],
      ['decodes to nothing', 'z'.repeat(45)],
      ['a group that is not its own', 'other-group'],
      ['a webauthn wallet', 'webauthn'],
      ['a contract', 'contract'],
    ])('error: %s is 400 naming the field', async (_name, kind) => {
      const { addressFromContractId, addressFromPublicKey, groupOfAddress } = await import('@alephium/web3')
      const signer = freshSigner()
      const addresses: Record<string, string> = {
        'other-group': `${signer.address}:${(groupOfAddress(signer.address) + 1) % 4}`,
        webauthn: addressFromPublicKey(signer.publicKey, 'gl-webauthn'),
        contract: addressFromContractId('ab'.repeat(32)),
      }
      const address = addresses[kind] ?? kind
      const { auth } = openRoom(context)
      expect(await refusalOf(auth.issueChallenge({ address, client }))).toEqual({
        code: 'INVALID_REQUEST',
        details: { field: 'address', received: address },
      })
    })
  })

  describe('mintKey', () => {
    test.each(signerKeyTypes)('default: %s', async (keyType) => {
      const room = openRoom(context)
      const signer = freshSigner(keyType)
      const { key, record } = await mint(room, signer)
      expect(isKeyText(key)).toBe(true)
      const groupless = keyType.startsWith('gl-')
      expect(record).toEqual({
        id: expect.stringMatching(/^key_[1-9A-HJ-NP-Za-km-z]{20}$/),
        keyPrefix: key.slice(0, 15),
        ownerAddress: groupless ? `${signer.address}:0` : signer.address,
        ownerPublicKey: signer.publicKey,
        name: 'my key',
        scopes: ['read', 'write:tx'],
        createdAtMs: startMs,
        expiresAtMs: null,
        lastUsedAtMs: null,
        revokedAtMs: null,
        limits: { reads: null, writes: null },
      } satisfies Record<keyof ApiKey, unknown>)
      expect(await room.auth.authenticate(key)).toEqual(record)
    })
    test('behavior: 0x and capitals in hex, and a named type, do not matter', async () => {
      const room = openRoom(context)
      const signer = freshSigner()
      const request = await signed(room, signer, { keyType: 'default' })
      const { record } = await room.auth.mintKey({
        ...request,
        publicKey: `0x${request.publicKey.toUpperCase()}`,
        signature: request.signature.toUpperCase(),
      })
      expect(record.ownerPublicKey).toBe(signer.publicKey)
    })
    test('behavior: a groupless wallet may write any group, it is one wallet', async () => {
      const room = openRoom(context)
      const signer = freshSigner('gl-secp256k1')
      const request = await signed(room, signer, { address: `${signer.address}:2` })
      const first = await room.auth.mintKey(request)
      const second = await mint(room, signer)
      expect(first.record.ownerAddress).toBe(`${signer.address}:0`)
      const listed = await room.auth.listKeys(second.record)
      expect(new Set(listed.map((key) => key.id))).toEqual(new Set([first.record.id, second.record.id]))
    })
    test('behavior: HTML in a name comes back unchanged', async () => {
      const { record } = await mint(openRoom(context), freshSigner(), { name: '<b>"x"</b> 🙂' })
      expect(record.name).toBe('<b>"x"</b> 🙂')
    })
    test.each([
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(101) }],
      ['name', { name: 'a\u0007b' }],
      ['scopes', { scopes: [] }],
      ['scopes', { scopes: ['admin'] }],
      ['scopes', { scopes: ['read', 'read'] }],
      ['keyType', { keyType: 'gl-webauthn' }],
      ['keyType', { keyType: 'rsa' }],
      ['publicKey', { publicKey: '02' }],
      ['publicKey', { publicKey: 'zz' }],
      ['signature', { signature: 'not hex' }],
      ['expiresAt', { expiresAtMs: startMs }],
    ] as const)('error: %s %j is 400', async (field, overrides) => {
      const room = openRoom(context)
      const refusal = await refusalOf(mint(room, freshSigner(), overrides as Partial<MintRequest>))
      expect(refusal.code).toBe('INVALID_REQUEST')
      expect(refusal.details).toMatchObject({ field })
    })
    test('behavior: a name of 100 emoji is 100 characters', async () => {
      const { record } = await mint(openRoom(context), freshSigner(), { name: '🙂'.repeat(100) })
      expect([...record.name]).toHaveLength(100)
    })
    test('behavior: scopes as asked for', async () => {
      const room = openRoom(context)
      expect((await mint(room, freshSigner(), { scopes: ['read'] })).record.scopes).toEqual(['read'])
      expect((await mint(room, freshSigner(), { scopes: ['write:tx'] })).record.scopes).toEqual(['write:tx'])
    })

    test('error: challenge of A signed by B', async () => {
      const room = openRoom(context)
      const [a, b] = [freshSigner(), freshSigner()]
      const request = await signed(room, a)
      const { challenge } = await room.auth.issueChallenge({ address: a.address, client })
      expect(await refusalOf(room.auth.mintKey({ ...request, signature: await b.sign(challenge) }))).toEqual({
        code: 'INVALID_SIGNATURE',
        details: { reason: 'signature' },
      })
      expect(
        await refusalOf(
          room.auth.mintKey({ ...request, publicKey: b.publicKey, signature: await b.sign(challenge) }),
        ),
      ).toEqual({ code: 'INVALID_SIGNATURE', details: { reason: 'public_key' } })
    })
    test('error: a key of the right length that is no point', async () => {
      const room = openRoom(context)
      const request = await signed(room, freshSigner())
      expect(await refusalOf(room.auth.mintKey({ ...request, publicKey: '00'.repeat(33) }))).toEqual({
        code: 'INVALID_SIGNATURE',
        details: { reason: 'public_key' },
      })
    })
    test('error: a type that is not the address’s', async () => {
      const room = openRoom(context)
      const request = await signed(room, freshSigner(), { keyType: 'gl-secp256k1' })
      expect(await refusalOf(room.auth.mintKey(request))).toEqual({
        code: 'INVALID_SIGNATURE',
        details: { reason: 'public_key' },
      })
    })
    test('error: over another text, or by another hasher', async () => {
      const room = openRoom(context)
      const signer = freshSigner()
      const request = await signed(room, signer)
      const { challenge } = await room.auth.issueChallenge({ address: signer.address, client })
      for (const signature of [
        await signer.sign(challenge.replace('Network: 4', 'Network: 0')),
        await signer.sign(challenge, 'sha256'),
        await signer.sign(challenge, 'blake2b'),
      ]) {
        expect(await refusalOf(room.auth.mintKey({ ...request, signature }))).toEqual({
          code: 'INVALID_SIGNATURE',
          details: { reason: 'signature' },
        })
      }
    })
    test('error: nobody asked', async () => {
      const { auth } = openRoom(context)
      const signer = freshSigner()
      const request: MintRequest = {
        address: signer.address,
        publicKey: signer.publicKey,
        signature: await signer.sign('x'),
        name: 'n',
        client,
      }
      expect(await refusalOf(auth.mintKey(request))).toEqual({
        code: 'INVALID_SIGNATURE',
        details: { reason: 'unknown_challenge' },
      })
    })

    test.each([
      [-1, null],
      [0, 'expired'],
      [1, 'expired'],
    ])('behavior: at its end %i ms: %s', async (offsetMs, reason) => {
      const room = openRoom(context)
      const request = await signed(room, freshSigner())
      room.clock.setTo(startMs + 5 * minute + offsetMs)
      if (reason === null) {
        expect((await room.auth.mintKey(request)).record.createdAtMs).toBe(startMs + 5 * minute - 1)
      } else {
        expect(await refusalOf(room.auth.mintKey(request))).toEqual({
          code: 'CHALLENGE_EXPIRED',
          details: { reason },
        })
      }
    })
    test('error: an expired one is told so beside a live one, and when the signature fits none', async () => {
      const room = openRoom(context)
      const signer = freshSigner()
      const late = await signed(room, signer)
      room.clock.advance(5 * minute)
      const expired = { code: 'CHALLENGE_EXPIRED', details: { reason: 'expired' } }
      expect(await refusalOf(room.auth.mintKey({ ...late, signature: '00'.repeat(64) }))).toEqual(expired)
      const stranger = freshSigner()
      const foreign = { ...late, publicKey: stranger.publicKey }
      expect(await refusalOf(room.auth.mintKey(foreign))).toEqual(expired)
      const live = await signed(room, signer)
      expect(await refusalOf(room.auth.mintKey(late))).toEqual(expired)
      expect(await refusalOf(room.auth.mintKey(foreign))).toEqual({
        code: 'INVALID_SIGNATURE',
        details: { reason: 'public_key' },
      })
      expect((await room.auth.mintKey(live)).record.name).toBe('my key')
    })
    test('error: a second use', async () => {
      const room = openRoom(context)
      const request = await signed(room, freshSigner())
      await room.auth.mintKey(request)
      expect(await refusalOf(room.auth.mintKey(request))).toEqual({
        code: 'CHALLENGE_EXPIRED',
        details: { reason: 'used' },
      })
    })
    test('behavior: twenty at once make one key', async () => {
      const room = openRoom(context)
      const signer = freshSigner()
      const request = await signed(room, signer)
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => room.auth.mintKey(request)))
      const minted = results.filter((result) => result.status === 'fulfilled')
      expect(minted).toHaveLength(1)
      const reasons = results.flatMap((result) =>
        result.status === 'rejected' && result.reason instanceof Refusal
          ? [[result.reason.code, result.reason.details.reason]]
          : [],
      )
      expect(reasons).toEqual(new Array(19).fill(['CHALLENGE_EXPIRED', 'used']))
      expect(await room.auth.listKeys(minted[0]!.value.record)).toHaveLength(1)
    })

    test('behavior: five wrong signatures end it, four do not', async () => {
      const room = openRoom(context)
      const wrong = { signature: '11'.repeat(64) }
      const four = await signed(room, freshSigner())
      for (let i = 0; i < 4; i++) await refusalOf(room.auth.mintKey({ ...four, ...wrong }))
      await room.auth.mintKey(four)
      const five = await signed(room, freshSigner())
      for (let i = 0; i < 5; i++) {
        expect(await refusalOf(room.auth.mintKey({ ...five, ...wrong }))).toEqual({
          code: 'INVALID_SIGNATURE',
          details: { reason: 'signature' },
        })
      }
      for (const request of [five, { ...five, ...wrong }]) {
        expect(await refusalOf(room.auth.mintKey(request))).toEqual({
          code: 'CHALLENGE_EXPIRED',
          details: { reason: 'tries' },
        })
      }
    })
    test('behavior: a stranger cannot use up the owner’s tries', async () => {
      const room = openRoom(context)
      const request = await signed(room, freshSigner())
      for (let i = 0; i < 6; i++) {
        await refusalOf(room.auth.mintKey({ ...request, signature: '11'.repeat(64), client: '198.51.100.9' }))
      }
      expect((await room.auth.mintKey(request)).record.name).toBe('my key')
    })
    test('behavior: a flood of a stranger’s challenges does not push out the owner’s', async () => {
      const room = openRoom(context)
      const signer = freshSigner()
      const request = await signed(room, signer)
      for (let i = 0; i < 15; i++) {
        room.clock.advance(1)
        await room.auth.issueChallenge({ address: signer.address, client: '198.51.100.9' })
      }
      expect((await room.auth.mintKey(request)).record.name).toBe('my key')
    })
    test('behavior: of a caller’s own, the ten newest are candidates; a named one always is', async () => {
      const room = openRoom(context)
      const signer = freshSigner()
      const { challenge } = await room.auth.issueChallenge({ address: signer.address, client })
      for (let i = 0; i < 10; i++) {
        room.clock.advance(1)
        await room.auth.issueChallenge({ address: signer.address, client })
      }
      const request: MintRequest = {
        address: signer.address,
        publicKey: signer.publicKey,
        signature: await signer.sign(challenge),
        name: 'n',
        client,
      }
      expect(await refusalOf(room.auth.mintKey(request))).toEqual({
        code: 'INVALID_SIGNATURE',
        details: { reason: 'signature' },
      })
      expect((await room.auth.mintKey({ ...request, challenge })).record.name).toBe('n')
    })
    test('error: a named challenge that is another wallet’s, unknown, used or expired', async () => {
      const room = openRoom(context)
      const [a, b] = [freshSigner(), freshSigner()]
      const { challenge } = await room.auth.issueChallenge({ address: b.address, client })
      const request = await signed(room, a)
      for (const named of [challenge, 'no such text']) {
        expect(await refusalOf(room.auth.mintKey({ ...request, challenge: named }))).toEqual({
          code: 'INVALID_SIGNATURE',
          details: { reason: 'unknown_challenge' },
        })
      }
      const own = await room.auth.issueChallenge({ address: a.address, client })
      const named = { ...request, challenge: own.challenge, signature: await a.sign(own.challenge) }
      await room.auth.mintKey(named)
      expect(await refusalOf(room.auth.mintKey(named))).toEqual({
        code: 'CHALLENGE_EXPIRED',
        details: { reason: 'used' },
      })
      const later = await room.auth.issueChallenge({ address: a.address, client })
      room.clock.advance(5 * minute)
      const late = { ...request, challenge: later.challenge, signature: await a.sign(later.challenge) }
      expect(await refusalOf(room.auth.mintKey(late))).toEqual({
        code: 'CHALLENGE_EXPIRED',
        details: { reason: 'expired' },
      })
    })

    test('error: the fifty-first active key; a revoked or expired one makes room', async () => {
      const room = openRoom(context)
      const signer = freshSigner('gl-ed25519')
      const first = await mint(room, signer)
      await mint(room, signer, { expiresAtMs: startMs + minute })
      for (let i = 2; i < 50; i++) await mint(room, signer)
      const request = await signed(room, signer)
      expect(await refusalOf(room.auth.mintKey(request))).toEqual({
        code: 'STATE_CONFLICT',
        details: { reason: 'key_limit', limit: 50 },
      })
      await room.auth.revokeKey(first.record, first.record.id)
      // The refusal did not use the challenge up.
      await room.auth.mintKey(request)
      expect((await refusalOf(mint(room, signer))).code).toBe('STATE_CONFLICT')
      room.clock.advance(minute)
      await mint(room, signer)
    })
    test('behavior: of two mints for the fiftieth place one succeeds', async () => {
      const room = openRoom(context)
      const signer = freshSigner('gl-ed25519')
      for (let i = 0; i < 49; i++) await mint(room, signer)
      const requests = [await signed(room, signer), await signed(room, signer)]
      const results = await Promise.allSettled(requests.map((request) => room.auth.mintKey(request)))
      expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    })
  })

  describe('keys', () => {
    test('error: junk, unknown, revoked and expired look alike', async () => {
      const room = openRoom(context)
      const { key, record } = await mint(room, freshSigner(), { expiresAtMs: startMs + minute })
      const swapped = key.slice(0, -1) + (key.endsWith('1') ? '2' : '1')
      for (const text of ['', 'x', swapped, key.slice(0, -1), `${key}1`, ` ${key}`, key.toUpperCase()]) {
        expect(await room.auth.authenticate(text)).toBeNull()
      }
      room.clock.setTo(startMs + minute - 1)
      expect((await room.auth.authenticate(key))?.id).toBe(record.id)
      room.clock.setTo(startMs + minute)
      expect(await room.auth.authenticate(key)).toBeNull()
      const other = await mint(room)
      await room.auth.revokeKey(other.record, other.record.id)
      expect(await room.auth.authenticate(other.key)).toBeNull()
    })
    test('behavior: revoking is the owner’s, idempotent, and keeps its first moment', async () => {
      const room = openRoom(context)
      const [a, b] = [await mint(room), await mint(room)]
      expect(await refusalOf(room.auth.revokeKey(a.record, b.record.id))).toEqual({
        code: 'NOT_FOUND',
        details: { keyId: b.record.id },
      })
      expect((await refusalOf(room.auth.revokeKey(a.record, 'key_unknown'))).code).toBe('NOT_FOUND')
      expect((await room.auth.authenticate(b.key))?.id).toBe(b.record.id)
      await room.auth.revokeKey(a.record, a.record.id)
      room.clock.advance(1000)
      await room.auth.revokeKey(a.record, a.record.id)
      expect((await room.auth.listKeys(a.record)).map((key) => key.revokedAtMs)).toEqual([startMs])
      expect(room.observed.filter(({ kind }) => kind === 'key-revoked')).toEqual([
        { kind: 'key-revoked', keyId: a.record.id },
        { kind: 'key-revoked', keyId: a.record.id },
      ])
    })
    test('behavior: the list is the wallet’s, newest first, and never shows a secret', async () => {
      const room = openRoom(context)
      const signer = freshSigner()
      const keys = []
      for (let i = 0; i < 3; i++) {
        keys.push(await mint(room, signer, { name: `key ${i}` }))
        room.clock.advance(1)
      }
      await mint(room)
      const listed = await room.auth.listKeys(keys[0]!.record)
      expect(listed.map((key) => key.name)).toEqual(['key 2', 'key 1', 'key 0'])
      for (const { key } of keys) expect(JSON.stringify(listed)).not.toContain(key.slice(20))
    })
    test('behavior: last use is noted, at most once a minute', async () => {
      const room = openRoom(context)
      const { key, record } = await mint(room)
      const lastUsed = async () => (await room.auth.listKeys(record))[0]?.lastUsedAtMs
      const use = async () => {
        await room.auth.authenticate(key)
        await room.auth.settle()
      }
      await use()
      expect(await lastUsed()).toBe(startMs)
      room.clock.advance(minute - 400)
      await use()
      expect(await lastUsed()).toBe(startMs)
      room.clock.advance(400)
      await use()
      expect(await lastUsed()).toBe(startMs + minute)
    })
    test('behavior: a key is looked up again after 400 ms, when keys changed, and when nobody would tell', async () => {
      let lookUps = 0
      let version: number | null = 1
      const counting: Database = {
        ...context.database,
        caches: { version: () => version, invalidate: async () => undefined },
        points: {
          query(statement) {
            if (statement.label === 'find-api-key-by-hash') lookUps += 1
            return context.database.points.query(statement)
          },
        },
      }
      const room = openRoom({ ...context, database: counting })
      const { key, record } = await mint(room, freshSigner(), { expiresAtMs: startMs + minute })
      const use = async () => [(await room.auth.authenticate(key))?.id, lookUps]
      expect([await use(), await use()]).toEqual([
        [record.id, 1],
        [record.id, 1],
      ])
      room.clock.advance(399)
      expect(await use()).toEqual([record.id, 1])
      room.clock.advance(1)
      expect(await use()).toEqual([record.id, 2])
      version = 2
      expect([await use(), await use()]).toEqual([
        [record.id, 3],
        [record.id, 3],
      ])
      version = null
      expect([await use(), await use()]).toEqual([
        [record.id, 4],
        [record.id, 5],
      ])
    })
    test('behavior: what changed while a key was looked up is not missed', async () => {
      let version = 1
      let lookUps = 0
      const changing: Database = {
        ...context.database,
        caches: { version: () => version, invalidate: async () => undefined },
        points: {
          async query(statement) {
            const rows = await context.database.points.query(statement)
            version += 1
            lookUps += 1
            return rows as never
          },
        },
      }
      const room = openRoom({ ...context, database: changing })
      const { key } = await mint(room)
      lookUps = 0
      for (let n = 1; n <= 3; n++) {
        await room.auth.authenticate(key)
        expect(lookUps).toBe(n)
      }
    })
    test('behavior: a kept key is not believed beyond its end', async () => {
      const caches = { version: () => 1, invalidate: async () => undefined }
      const room = openRoom({ ...context, database: { ...context.database, caches } })
      const { key, record } = await mint(room, freshSigner(), { expiresAtMs: startMs + 100 })
      room.clock.advance(99)
      expect((await room.auth.authenticate(key))?.id).toBe(record.id)
      room.clock.advance(1)
      expect(await room.auth.authenticate(key)).toBeNull()
    })
    test('behavior: scopes', async () => {
      const room = openRoom(context)
      const { record } = await mint(room, freshSigner(), { scopes: ['read'] })
      expect(() => room.auth.assertScope(record, 'read')).not.toThrow()
      expect(await refusalOf((async () => room.auth.assertScope(record, 'write:tx'))())).toEqual({
        code: 'INSUFFICIENT_SCOPE',
        details: { required: 'write:tx', scopes: ['read'] },
      })
    })
    test('behavior: an operator’s limits are on the key at its next use, on every replica', async () => {
      const [one, two] = [openRoom(context), openRoom(context)]
      const { key, record } = await mint(one)
      expect((await two.auth.authenticate(key))?.limits).toEqual({ reads: null, writes: null })
      await one.auth.setKeyLimits(record.id, { reads: 7, writes: null })
      expect((await two.auth.authenticate(key))?.limits).toEqual({ reads: 7, writes: null })
      expect((await refusalOf(one.auth.setKeyLimits('key_x', { reads: 1, writes: 1 }))).code).toBe(
        'NOT_FOUND',
      )
    })
  })

  describe('maintenance', () => {
    test('default: off; a second room sees the switch within a second', async () => {
      const [one, two] = [openRoom(context), openRoom(context)]
      expect(await two.auth.isMaintenance()).toBe(false)
      await one.auth.setMaintenance(true)
      expect(await one.auth.isMaintenance()).toBe(true)
      two.clock.advance(1000)
      expect(await two.auth.isMaintenance()).toBe(true)
      await one.auth.setMaintenance(false)
      two.clock.advance(999)
      expect(await two.auth.isMaintenance()).toBe(true)
      two.clock.advance(1)
      expect(await two.auth.isMaintenance()).toBe(false)
    })
    test('error: while the database does not answer, the last known answer holds; before there is one, none is given', async () => {
      const room = openRoom(context)
      await room.auth.setMaintenance(true)
      let isAway = true
      const away: Database = {
        ...context.database,
        points: {
          query: (statement) =>
            isAway ? Promise.reject(new Fault('database', 'away')) : context.database.points.query(statement),
        },
      }
      const other = openRoom({ ...context, database: away })
      await expect(other.auth.isMaintenance()).rejects.toThrow(Fault)
      isAway = false
      expect(await other.auth.isMaintenance()).toBe(true)
      isAway = true
      other.clock.advance(60_000)
      expect(await other.auth.isMaintenance()).toBe(true)
      await room.auth.setMaintenance(false)
      expect(await other.auth.isMaintenance()).toBe(true)
      isAway = false
      expect(await other.auth.isMaintenance()).toBe(false)
    })
    test('behavior: forced by configuration', async () => {
      expect(await openRoom(context, { forceMaintenance: true }).auth.isMaintenance()).toBe(true)
    })
  })

  describe('purgeChallenges', () => {
    test('behavior: an ended challenge is remembered for seven days', async () => {
      const room = openRoom(context)
      const request = await signed(room, freshSigner())
      const days = 24 * 60 * minute
      const at = { database: context.database, clock: room.clock }
      room.clock.setTo(startMs + 5 * minute + 7 * days)
      await purgeChallenges(at)
      expect((await refusalOf(room.auth.mintKey(request))).code).toBe('CHALLENGE_EXPIRED')
      room.clock.advance(1)
      expect(await purgeChallenges(at)).toBeGreaterThan(0)
      expect(await refusalOf(room.auth.mintKey(request))).toEqual({
        code: 'INVALID_SIGNATURE',
        details: { reason: 'unknown_challenge' },
      })
    })
  })
})
