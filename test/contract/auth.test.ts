import type { PrivateKeyWallet } from '@alephium/web3-wallet'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { askChallenge, createWallet, mint, mintBody, signMessage, tryMint } from '../support/wallet.ts'

const minute = 60_000
const lifetimeMs = 5 * minute

describeOnBothDatabases('the four authentication endpoints', (context) => {
  let api: TestApi
  let wallet: PrivateKeyWallet
  beforeAll(async () => {
    api = await createTestApi({ database: context.database })
    wallet = createWallet()
  })
  afterAll(() => api.close())

  const post = (json: unknown) => api.request('POST', '/v1/auth/keys', { json })

  describe('POST /v1/auth/challenge', () => {
    test('default: a text with host, network, address, nonce and times', async () => {
      const answer = await api.request('POST', '/v1/auth/challenge', { json: { address: wallet.address } })
      expect(answer.status).toBe(200)
      const { challenge, expiresAt } = answer.json()
      expect(challenge).toContain('https://sibyl.example')
      expect(challenge).toContain(wallet.address)
      expect(challenge).toMatch(/\b[0-9a-f]{64}\b/)
      expect(challenge).toContain(expiresAt)
      expect(Date.parse(expiresAt)).toBe(api.clock.nowMs() + lifetimeMs)
      expect(answer.headers['cache-control']).toBe('no-store')
    })
    test('behavior: two are never equal', async () => {
      expect(await askChallenge(api, wallet.address)).not.toBe(await askChallenge(api, wallet.address))
    })
    test.each([
      ['29 characters', '1'.repeat(29)],
      ['81 characters', '1'.repeat(81)],
      ['a letter that is not base58', `${'1'.repeat(40)}0`],
      ['thirty colons', ':'.repeat(30)],
      ['a group that is none', `${'1'.repeat(40)}:9`],
      ['two suffixes', `${'1'.repeat(40)}:1:2`],
      ['what decodes to nothing', '1'.repeat(40)],
      ['a contract', '25EzvPVv6WE9ud7Hj2WWCD4d9sAetkbcZgoHRVpsEFPpA'],
    ])('error: an address of %s', async (_name, address) => {
      const answer = await api.request('POST', '/v1/auth/challenge', { json: { address } })
      expect(answer.json()).toMatchObject({
        statusCode: 400,
        code: 'INVALID_REQUEST',
        details: { field: 'address' },
      })
    })
  })

  describe('POST /v1/auth/keys', () => {
    test.each(['default', 'bip340-schnorr', 'gl-secp256k1'] as const)(
      'default: a stock %s wallet mints',
      async (type) => {
        const own = createWallet(type)
        const answer = await tryMint(api, own, { name: 'first <b>key</b>' })
        expect(answer.status).toBe(200)
        expect(answer.json()).toEqual({
          key: expect.stringMatching(/^sibyl_live_[1-9A-HJ-NP-Za-km-z]{40}$/),
          id: expect.any(String),
          name: 'first <b>key</b>',
          scopes: ['read', 'write:tx'],
          keyPrefix: expect.stringMatching(/^sibyl_live_/),
          ownerAddress: expect.stringContaining(own.address.split(':')[0]!),
          createdAt: new Date(api.clock.nowMs()).toISOString(),
          expiresAt: null,
          lastUsedAt: null,
          revokedAt: null,
        })
        expect(answer.headers['cache-control']).toBe('no-store')
        const list = await api.request('GET', '/v1/auth/keys', { key: answer.json().key })
        expect(list.status).toBe(200)
      },
    )
    test('behavior: not idempotent, and the challenge may be named', async () => {
      const own = createWallet()
      const first = await askChallenge(api, own.address)
      const second = await askChallenge(api, own.address)
      const body = { address: own.address, publicKey: `0x${own.publicKey}`, name: 'n' }
      const one = await post({ ...body, signature: await signMessage(own, first), challenge: first })
      const two = await post({ ...body, signature: await signMessage(own, second), challenge: second })
      expect([one.status, two.status]).toEqual([200, 200])
      expect(one.json().id).not.toBe(two.json().id)
    })
    test.each([
      [['read'], ['read']],
      [['write:tx'], ['write:tx']],
      [undefined, ['read', 'write:tx']],
    ])('behavior: scopes %j', async (scopes, granted) => {
      expect((await tryMint(api, createWallet(), { scopes })).json().scopes).toEqual(granted)
    })
    test.each([[[]], [['admin']], [['read', 'read']], ['read'], [null], [[1]]])(
      'error: scopes %j',
      async (scopes) => {
        const answer = await tryMint(api, createWallet(), { scopes })
        expect(answer.json()).toMatchObject({
          statusCode: 400,
          details: { field: expect.stringMatching(/^scopes/) },
        })
      },
    )
    test('behavior: a key that ends by itself', async () => {
      const expiresAt = new Date(api.clock.nowMs() + minute).toISOString()
      const { key } = await mint(api, createWallet(), { expiresAt })
      expect((await api.request('GET', '/v1/auth/keys', { key })).status).toBe(200)
      api.clock.advance(minute)
      expect((await api.request('GET', '/v1/auth/keys', { key })).json().code).toBe('UNAUTHORIZED')
    })
    test.each(['2020-01-01T00:00:00.000Z', '2030-02-31T00:00:00.000Z', 'tomorrow', 5, null])(
      'error: expiresAt %j',
      async (expiresAt) => {
        const answer = await tryMint(api, createWallet(), { expiresAt })
        expect(answer.json()).toMatchObject({ statusCode: 400, details: { field: 'expiresAt' } })
      },
    )
    test.each([
      ['missing', undefined],
      ['empty', ''],
      ['10 KB', 'x'.repeat(10_240)],
      ['101 characters', 'x'.repeat(101)],
      ['a control character', 'a\nb'],
      ['a number', 7],
    ])('I36 error: a name that is %s', async (_what, name) => {
      const answer = await tryMint(api, createWallet(), { name })
      expect(answer.json()).toMatchObject({ statusCode: 400, details: { field: 'name' } })
    })
    test('behavior: a name of 100 emoji is 100 characters', async () => {
      expect((await tryMint(api, createWallet(), { name: '😀'.repeat(100) })).status).toBe(200)
    })
    test.each(['id', 'createdAt', 'ownerAddress', 'limits', 'admin'])(
      'error: a body that assigns %s',
      async (field) => {
        const answer = await tryMint(api, createWallet(), { [field]: 'x' })
        expect(answer.json()).toMatchObject({ statusCode: 400, code: 'INVALID_REQUEST', details: { field } })
      },
    )
    test.each(['address', 'publicKey', 'signature'])('error: %s missing', async (field) => {
      const answer = await tryMint(api, createWallet(), { [field]: undefined })
      expect(answer.json()).toMatchObject({ statusCode: 400, details: { field, received: null } })
    })
    test('error: a signature that is no hex is named and not repeated', async () => {
      const answer = await tryMint(api, createWallet(), { signature: 'zz'.repeat(64) })
      expect(answer.json().details).toEqual({ field: 'signature', received: '[redacted]' })
    })
  })

  describe('refused signatures', () => {
    const refusal = (code: string, reason: string) =>
      expect.objectContaining({ statusCode: 401, code, details: expect.objectContaining({ reason }) })

    test('error: no challenge was asked for', async () => {
      const own = createWallet()
      const signature = await signMessage(own, 'anything')
      const answer = await post({ address: own.address, publicKey: own.publicKey, signature, name: 'n' })
      expect(answer.json()).toEqual(refusal('INVALID_SIGNATURE', 'unknown_challenge'))
    })
    test('I33 error: the challenge of A signed by B, under either public key', async () => {
      const [a, b] = [createWallet(), createWallet()]
      const challenge = await askChallenge(api, a.address)
      const signature = await signMessage(b, challenge)
      const body = { address: a.address, signature, name: 'n' }
      expect((await post({ ...body, publicKey: a.publicKey })).json()).toEqual(
        refusal('INVALID_SIGNATURE', 'signature'),
      )
      expect((await post({ ...body, publicKey: b.publicKey })).json()).toEqual(
        refusal('INVALID_SIGNATURE', 'public_key'),
      )
    })
    test.each(['sha256', 'blake2b'] as const)('I34 error: signed with the hasher %s', async (hasher) => {
      const own = createWallet()
      const challenge = await askChallenge(api, own.address)
      const body = { address: own.address, publicKey: own.publicKey, name: 'n' }
      const answer = await post({ ...body, signature: await signMessage(own, challenge, hasher) })
      expect(answer.json()).toEqual(refusal('INVALID_SIGNATURE', 'signature'))
    })
    test('I34 error: the text of another network', async () => {
      const own = createWallet()
      const challenge = await askChallenge(api, own.address)
      const signature = await signMessage(own, challenge.replace(/\b4\b/, '0'))
      const answer = await post({ address: own.address, publicKey: own.publicKey, name: 'n', signature })
      expect(answer.json()).toEqual(refusal('INVALID_SIGNATURE', 'signature'))
    })
    test('error: the high-s twin of a good signature', async () => {
      const own = createWallet()
      const body = await mintBody(api, own)
      const text = String(body.signature)
      const s = BigInt(`0x${text.slice(64, 128)}`)
      const high = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0')
      const answer = await post({ ...body, signature: text.slice(0, 64) + high })
      expect(answer.json()).toEqual(refusal('INVALID_SIGNATURE', 'signature'))
      expect((await post(body)).status).toBe(200)
    })
    test.each([
      ['all zero', '00'.repeat(33)],
      ['not on the curve', `02${'ff'.repeat(32)}`],
    ])('I35 error: a public key that is %s', async (_what, publicKey) => {
      const answer = await tryMint(api, createWallet(), { publicKey })
      expect(answer.json()).toEqual(refusal('INVALID_SIGNATURE', 'public_key'))
    })
    test.each([32, 34, 65])('I35 error: a public key of %i bytes', async (length) => {
      const answer = await tryMint(api, createWallet(), { publicKey: '02'.repeat(length) })
      expect(answer.json()).toMatchObject({ statusCode: 400, details: { field: 'publicKey' } })
    })
    test('error: gl-webauthn is not offered', async () => {
      const answer = await tryMint(api, createWallet(), { keyType: 'gl-webauthn' })
      expect(answer.json()).toMatchObject({ statusCode: 400, details: { field: 'keyType' } })
    })
    test('error: replayed', async () => {
      const body = await mintBody(api, createWallet())
      expect((await post(body)).status).toBe(200)
      expect((await post(body)).json()).toEqual(refusal('CHALLENGE_EXPIRED', 'used'))
    })
    test.each([
      [-1, 200],
      [0, 401],
      [1, 401],
    ])('F27 behavior: at its end %i ms the challenge gives %i', async (offset, status) => {
      const body = await mintBody(api, createWallet())
      api.clock.advance(lifetimeMs + offset)
      const answer = await post(body)
      expect(answer.status).toBe(status)
      if (status === 401) expect(answer.json()).toEqual(refusal('CHALLENGE_EXPIRED', 'expired'))
    })
    test('error: five wrong tries from the one who asked end it; a stranger’s do not', async () => {
      const own = createWallet()
      const body = await mintBody(api, own)
      const wrong = { ...body, signature: await signMessage(own, 'something else') }
      const from = (remoteAddress: string, json: unknown) =>
        api.request('POST', '/v1/auth/keys', { json, remoteAddress })
      for (let i = 0; i < 6; i++) await from('203.0.113.9', wrong)
      for (let i = 0; i < 4; i++) expect((await post(wrong)).json().code).toBe('INVALID_SIGNATURE')
      await post(wrong)
      expect((await post(body)).json()).toEqual(refusal('CHALLENGE_EXPIRED', 'tries'))
    })
    test('behavior: one challenge used 20 times in parallel mints one key', async () => {
      const body = await mintBody(api, createWallet())
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(body)))
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, ...Array(19).fill(401)])
    })
  })

  describe('GET and DELETE /v1/auth/keys', () => {
    test('default: the wallet’s keys, newest first, never a secret', async () => {
      const own = createWallet()
      const first = await mint(api, own, { name: 'first' })
      api.clock.advance(1_000)
      const second = await mint(api, own, { name: 'second', scopes: ['read'] })
      const answer = await api.request('GET', '/v1/auth/keys', { key: second.key })
      expect(answer.json().keys.map(({ name }: { name: string }) => name)).toEqual(['second', 'first'])
      expect(answer.body).not.toContain(first.key)
      expect(answer.body).not.toContain(second.key)
      expect(Object.keys(answer.json().keys[0]).sort()).toEqual([
        'createdAt',
        'expiresAt',
        'id',
        'keyPrefix',
        'lastUsedAt',
        'name',
        'ownerAddress',
        'revokedAt',
        'scopes',
      ])
      expect(answer.headers['cache-control']).toBe('no-store')
    })
    test('behavior: HEAD answers as GET without a body', async () => {
      const { key } = await mint(api, createWallet())
      const answer = await api.request('HEAD', '/v1/auth/keys', { key })
      expect([answer.status, answer.body]).toEqual([200, ''])
    })
    test('default: revoking ends a key at once, twice is fine, and it stays in the list', async () => {
      const own = createWallet()
      const [doomed, keeper] = [await mint(api, own), await mint(api, own)]
      const path = `/v1/auth/keys/${doomed.id}`
      const answer = await api.request('DELETE', path, { key: keeper.key })
      expect([answer.status, answer.body]).toEqual([204, ''])
      expect((await api.request('GET', '/v1/auth/keys', { key: doomed.key })).json().code).toBe(
        'UNAUTHORIZED',
      )
      expect((await api.request('DELETE', path, { key: keeper.key })).status).toBe(204)
      const { keys } = (await api.request('GET', '/v1/auth/keys', { key: keeper.key })).json()
      const listed = keys.find(({ id }: { id: string }) => id === doomed.id)
      expect(listed.revokedAt).toBe(new Date(api.clock.nowMs()).toISOString())
    })
    test('behavior: a key may revoke itself; a bodiless DELETE may name a content type', async () => {
      const { key, id } = await mint(api, createWallet())
      const headers = { 'content-type': 'application/json' }
      expect((await api.request('DELETE', `/v1/auth/keys/${id}/`, { key, headers })).status).toBe(204)
      expect((await api.request('DELETE', `/v1/auth/keys/${id}`, { key })).json().code).toBe('UNAUTHORIZED')
    })
    test('I37 error: another wallet’s key is not found, and goes on working', async () => {
      const [a, b] = [await mint(api, createWallet()), await mint(api, createWallet())]
      expect((await api.request('DELETE', `/v1/auth/keys/${b.id}`, { key: a.key })).json().code).toBe(
        'NOT_FOUND',
      )
      expect((await api.request('GET', '/v1/auth/keys', { key: b.key })).status).toBe(200)
    })
    test('I37 error: an unknown id is not found, one of 5 KB is no id, a body is refused', async () => {
      const { key } = await mint(api, createWallet())
      expect((await api.request('DELETE', '/v1/auth/keys/key_unknown', { key })).json().code).toBe(
        'NOT_FOUND',
      )
      expect(
        (await api.request('DELETE', `/v1/auth/keys/${'k'.repeat(5_120)}`, { key })).json(),
      ).toMatchObject({
        code: 'INVALID_REQUEST',
        details: { field: 'id', received: 'k'.repeat(100) },
      })
      expect(
        (await api.request('DELETE', '/v1/auth/keys/x', { key, json: { all: true } })).json(),
      ).toMatchObject({
        code: 'INVALID_REQUEST',
        details: { field: 'body' },
      })
    })
    test('error: the fifty-first active key is 409 key_limit', async () => {
      const own = createWallet()
      for (let i = 0; i < 50; i++) await mint(api, own)
      const answer = await tryMint(api, own)
      expect(answer.json()).toMatchObject({
        statusCode: 409,
        code: 'STATE_CONFLICT',
        details: { reason: 'key_limit' },
      })
    })
  })
})
