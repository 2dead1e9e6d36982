import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/support/database.ts'
import { endBuild } from './end-build.ts'
import { findBuildByTx } from './find-build-by-tx.ts'
import { findBuildStanding } from './find-build-standing.ts'
import { findLiveBuild } from './find-live-build.ts'
import { insertBuild, type NewBuild } from './insert-build.ts'
import { markBuildSeen } from './mark-build-seen.ts'
import { purgeBuilds } from './purge-builds.ts'

const build = (name: string, given: Partial<NewBuild> = {}): NewBuild => ({
  requestHash: `request ${name}`,
  kind: 'place-order',
  signerAddress: 'signer',
  body: `body ${name}`,
  hasClientRef: false,
  txId: `tx ${name}`,
  response: `response ${name}`,
  summary: `summary ${name}`,
  createdAtMs: 100,
  expiresAtMs: 1_000,
  inputs: [{ outputKey: `coin ${name}`, isShared: false }],
  ...given,
})

describeOnBothDatabases('statements of builds', (context) => {
  const db = () => context.database
  const insert = (...builds: NewBuild[]) => Promise.all(builds.map((each) => insertBuild(db(), each)))
  const live = (name: string, signerAddress = 'signer') =>
    findLiveBuild(db(), { requestHash: `request ${name}`, signerAddress })
  const standing = (name: string, nowMs: number, signerAddress = 'signer') =>
    findBuildStanding(db(), { requestHash: `request ${name}`, signerAddress, nowMs })
  beforeEach(() => db().execute({ label: 'empty', sql: 'delete from builds' }))

  test('default: insertBuild and findLiveBuild: what goes in comes out, with its coins', async () => {
    const inputs = [
      { outputKey: 'coin 2', isShared: false },
      { outputKey: 'coin 1', isShared: true },
    ]
    expect(await insert(build('a', { hasClientRef: true, inputs }))).toEqual([true])
    const { requestHash: _hash, body: _body, ...rest } = build('a', { hasClientRef: true })
    expect(await live('a')).toEqual({
      ...rest,
      id: expect.any(Number),
      seenBlockHash: null,
      inputs: [
        { outputKey: 'coin 1', isShared: true },
        { outputKey: 'coin 2', isShared: false },
      ],
    })
    expect([await live('a', 'other'), await live('b')]).toEqual([null, null])
  })
  test('behavior: insertBuild: a twin changes nothing while the first lives, and is stored after it ended', async () => {
    await insert(build('a'))
    expect(await insert(build('a', { txId: 'tx twin' }))).toEqual([false])
    const first = await live('a')
    expect(first?.txId).toBe('tx a')
    await endBuild(db(), { id: first!.id, atMs: 500, reason: 'expired' })
    expect(await live('a')).toBeNull()
    expect(await insert(build('a', { txId: 'tx twin' }))).toEqual([true])
    expect((await live('a'))?.txId).toBe('tx twin')
  })
  test('behavior: endBuild ends one build, and keeps the first reason', async () => {
    await insert(build('a'), build('b'))
    const { id } = (await live('a'))!
    await endBuild(db(), { id, atMs: 500, reason: 'included' })
    await endBuild(db(), { id, atMs: 600, reason: 'expired' })
    const sql = 'select ended_at_ms, end_reason from builds order by request_hash'
    expect(await db().query({ label: 'ends', sql })).toEqual([
      { ended_at_ms: 500, end_reason: 'included' },
      { ended_at_ms: null, end_reason: null },
    ])
  })
  test('behavior: findBuildByTx finds the newest with this transaction, ended or not', async () => {
    await insert(build('a', { txId: 'tx' }))
    await insert(build('b', { txId: 'tx', summary: 'newer' }))
    await insert(build('c'))
    expect((await findBuildByTx(db(), 'tx'))?.summary).toBe('newer')
    expect(await findBuildByTx(db(), 'unknown')).toBeNull()
  })
  test('behavior: findBuildStanding: the request’s own build, and the coins of the signer’s other live ones', async () => {
    await insert(
      build('a', { inputs: [{ outputKey: 'own', isShared: true }] }),
      build('b', { expiresAtMs: 500 }),
      build('c', { expiresAtMs: 501, inputs: [{ outputKey: 'coin b', isShared: false }] }),
      build('d', { signerAddress: 'other' }),
      build('e'),
    )
    await endBuild(db(), { id: (await live('e'))!.id, atMs: 1, reason: 'expired' })
    const at = async (nowMs: number) => [...(await standing('a', nowMs)).reserved].sort()
    expect(await at(499)).toEqual(['coin b'])
    expect(await at(500)).toEqual(['coin b'])
    expect(await at(501)).toEqual([])
    expect((await standing('a', 499)).stored).toEqual(await live('a'))
    expect((await standing('a', 5_000)).stored?.txId).toBe('tx a')
    expect(await standing('unknown', 5_000)).toEqual({ stored: null, reserved: new Set() })
    expect([...(await standing('unknown', 500)).reserved].sort()).toEqual(['coin b', 'own'])
    expect(await standing('a', 499, 'nobody')).toEqual({ stored: null, reserved: new Set() })
  })
  test('behavior: markBuildSeen remembers the last block, for this transaction alone', async () => {
    await insert(build('a'), build('b'))
    const seen = async () => [(await live('a'))?.seenBlockHash, (await live('b'))?.seenBlockHash]
    await markBuildSeen(db(), { txId: 'tx a', blockHash: 'one' })
    expect(await seen()).toEqual(['one', null])
    await markBuildSeen(db(), { txId: 'tx a', blockHash: 'two' })
    expect(await seen()).toEqual(['two', null])
  })
  test('behavior: purgeBuilds forgets what expired before a moment, oldest first, with its coins', async () => {
    await insert(
      build('a', { expiresAtMs: 30 }),
      build('b', { expiresAtMs: 10 }),
      build('c', { expiresAtMs: 20 }),
      build('d', { expiresAtMs: 40 }),
    )
    const left = async () => {
      const found = await Promise.all(['a', 'b', 'c', 'd'].map((name) => live(name)))
      return found.flatMap((each) => each?.txId ?? [])
    }
    expect(await purgeBuilds(db(), { beforeMs: 40, limit: 2 })).toBe(2)
    expect(await left()).toEqual(['tx a', 'tx d'])
    expect(await purgeBuilds(db(), { beforeMs: 40, limit: 2 })).toBe(1)
    expect(await left()).toEqual(['tx d'])
    const sql = 'select output_key from build_inputs'
    expect(await db().query({ label: 'coins', sql })).toEqual([{ output_key: 'coin d' }])
  })
})
