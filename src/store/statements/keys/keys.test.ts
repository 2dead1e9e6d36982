import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/support/database.ts'
import type { ApiKey } from '../../../domain/index.ts'
import { countActiveApiKeys } from './count-active-api-keys.ts'
import { findApiKeyByHash } from './find-api-key-by-hash.ts'
import { insertApiKey } from './insert-api-key.ts'
import { listApiKeysByOwner } from './list-api-keys-by-owner.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { setApiKeyLimits } from './set-api-key-limits.ts'
import { touchApiKey } from './touch-api-key.ts'

const key = (id: string, given: Partial<ApiKey> = {}): ApiKey => ({
  id,
  keyPrefix: `prefix ${id}`,
  ownerAddress: 'address',
  ownerPublicKey: 'owner',
  name: `name ${id}`,
  scopes: ['read'],
  createdAtMs: 1,
  expiresAtMs: null,
  lastUsedAtMs: null,
  revokedAtMs: null,
  limits: { reads: null, writes: null },
  ...given,
})
const hashOf = (id: string) => new TextEncoder().encode(`hash of ${id}`)

describeOnBothDatabases('statements of keys', (context) => {
  const db = () => context.database
  const insert = (...keys: ApiKey[]) =>
    Promise.all(keys.map((each) => insertApiKey(db(), each, hashOf(each.id))))
  const find = (id: string) => findApiKeyByHash(db().points, hashOf(id))
  const revoke = (id: string, nowMs: number, ownerPublicKey = 'owner') =>
    revokeApiKey(db(), id, { ownerPublicKey, nowMs })
  beforeEach(() => db().execute({ label: 'empty', sql: 'delete from api_keys' }))

  test('default: insertApiKey and findApiKeyByHash: what goes in comes out, by its hash alone', async () => {
    const whole = key('a', { scopes: ['read', 'write:tx'], createdAtMs: 7, expiresAtMs: 9 })
    await insert(whole, key('b'))
    expect(await find('a')).toEqual(whole)
    expect(await find('b')).toEqual(key('b'))
    expect(await find('c')).toBeNull()
  })
  test('behavior: countActiveApiKeys leaves out revoked, expired and other wallets’ ones', async () => {
    await insert(
      key('a'),
      key('b', { expiresAtMs: 1_000 }),
      key('c', { expiresAtMs: 1_001 }),
      key('d'),
      key('e', { ownerPublicKey: 'other' }),
    )
    await revoke('d', 5)
    const count = (owner: string, nowMs: number) =>
      db().transaction((tx) => countActiveApiKeys(tx, owner, nowMs))
    expect(await count('owner', 999)).toBe(3)
    expect(await count('owner', 1_000)).toBe(2)
    expect(await count('owner', 1_001)).toBe(1)
    expect(await count('nobody', 0)).toBe(0)
  })
  test('behavior: countActiveApiKeys: a wallet’s keys are counted by one transaction at a time', async () => {
    const locks = {
      label: 'locks',
      sql: `select objid from pg_locks l join pg_database d on d.oid = l.database
        where locktype = 'advisory' and granted and datname = current_database()`,
    }
    await db().transaction(async (tx) => {
      expect(await tx.query(locks)).toEqual([])
      await countActiveApiKeys(tx, 'owner', 1)
      await countActiveApiKeys(tx, 'owner', 2)
      expect(await tx.query(locks)).toHaveLength(1)
      await countActiveApiKeys(tx, 'other', 1)
      expect(await tx.query(locks)).toHaveLength(2)
    })
    expect(await db().query(locks)).toEqual([])
  })
  test('behavior: listApiKeysByOwner shows all that work and the newest revoked ones, newest first', async () => {
    await insert(
      key('a', { createdAtMs: 1 }),
      key('b', { createdAtMs: 2 }),
      key('c', { createdAtMs: 3 }),
      key('d', { createdAtMs: 3 }),
      key('e', { createdAtMs: 4, expiresAtMs: 5 }),
      key('f', { createdAtMs: 9, ownerPublicKey: 'other' }),
    )
    for (const id of ['b', 'c', 'd']) await revoke(id, 10)
    await revoke('f', 10, 'other')
    const ids = async (revokedMax: number) =>
      (await listApiKeysByOwner(db(), 'owner', revokedMax)).map(({ id }) => id)
    expect(await ids(3)).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(await ids(2)).toEqual(['e', 'd', 'c', 'a'])
    expect(await ids(1)).toEqual(['e', 'd', 'a'])
    expect(await ids(0)).toEqual(['e', 'a'])
  })
  test('behavior: revokeApiKey is the owner’s, and keeps the first moment', async () => {
    await insert(key('a'), key('b'))
    expect(await revoke('a', 5, 'other')).toBe(false)
    expect((await find('a'))?.revokedAtMs).toBeNull()
    expect([await revoke('a', 5), await revoke('a', 6), await revoke('c', 5)]).toEqual([true, true, false])
    expect([(await find('a'))?.revokedAtMs, (await find('b'))?.revokedAtMs]).toEqual([5, null])
  })
  test('behavior: setApiKeyLimits answers the key as it is then, and null for none', async () => {
    await insert(key('a'), key('b'))
    expect(await setApiKeyLimits(db(), 'a', { reads: 3, writes: 4 })).toEqual(
      key('a', { limits: { reads: 3, writes: 4 } }),
    )
    expect(await setApiKeyLimits(db(), 'a', { reads: null, writes: 0 })).toEqual(
      key('a', { limits: { reads: null, writes: 0 } }),
    )
    expect(await find('b')).toEqual(key('b'))
    expect(await setApiKeyLimits(db(), 'c', { reads: 1, writes: 1 })).toBeNull()
  })
  test('behavior: touchApiKey notes a first use, and a later one unless the last is too recent', async () => {
    await insert(key('a'), key('b'))
    const touch = async (nowMs: number, unlessAfterMs: number) => {
      await touchApiKey(db(), 'a', { nowMs, unlessAfterMs })
      return (await find('a'))?.lastUsedAtMs
    }
    expect(await touch(100, 0)).toBe(100)
    expect(await touch(199, 99)).toBe(100)
    expect(await touch(200, 100)).toBe(200)
    expect((await find('b'))?.lastUsedAtMs).toBeNull()
  })
})
