import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { findPostgresBinaries } from '../../test/support/postgres-binaries.ts'
import { startPostgresServer } from '../../test/support/postgres-server.ts'
import { mountSmallDisk, type SmallDisk, smallDiskAbsent } from '../../test/support/small-disk.ts'
import { createSeededRandom, Fault } from '../kit/index.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { findSetting } from './statements/settings/find-setting.ts'
import { putSetting } from './statements/settings/put-setting.ts'

const random = createSeededRandom('disk')
/** Half a megabyte that does not compress. */
const bulk = () => Buffer.from(random.bytes(393_216)).toString('base64')

/** A transaction that writes more than is left: how it failed. */
async function overfill(database: Database): Promise<unknown> {
  const work = database.transaction(async (tx) => {
    await putSetting(tx, 'half', { value: true, nowMs: 1 })
    for (let i = 0; i < 8; i++) await putSetting(tx, `bulk ${i}`, { value: bulk(), nowMs: 1 })
  })
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

async function expectRecovery(database: Database, disk: SmallDisk): Promise<void> {
  await putSetting(database, 'before', { value: 1, nowMs: 1 })
  disk.fill()
  const fault = await overfill(database)
  expect(fault).toBeInstanceOf(Fault)
  expect(fault).toMatchObject({ kind: 'database', cause: { code: '53100' } })
  // Reads go on, and nothing of the transaction is there.
  expect(await findSetting(database, 'before')).toBe(1)
  expect(await findSetting(database, 'half')).toBeNull()
  disk.free()
  expect(await overfill(database)).toBeNull()
  expect(await findSetting(database, 'half')).toBe(true)
}

describe.skipIf(smallDiskAbsent !== null)(
  `F14: disk full${smallDiskAbsent ? `, skipped: ${smallDiskAbsent}` : ''}`,
  () => {
    const cleanups: (() => Promise<void> | void)[] = []
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
    })

    test('behavior: the embedded database rolls back, reads on, and recovers', async () => {
      const own = await createTestDatabase('embedded')
      cleanups.push(() => own.drop())
      if (own.options.kind !== 'embedded') throw new Error('not embedded')
      const disk = mountSmallDisk(160)
      cleanups.push(() => disk.unmount())
      const folder = join(disk.folder, 'database')
      cpSync(own.options.folder, folder, { recursive: true })
      const database = await openDatabase({ kind: 'embedded', folder, limits: { watchdogMs: 60_000 } })
      cleanups.push(() => database.close())
      await expectRecovery(database, disk)
    })

    const binaries = findPostgresBinaries()
    test.skipIf('absent' in binaries)('behavior: so does a server', async () => {
      if ('absent' in binaries) return
      const disk = mountSmallDisk(200)
      cleanups.push(() => disk.unmount())
      const server = await startPostgresServer(binaries, join(disk.folder, 'server'))
      cleanups.push(() => server.stop())
      const limits = { connectMs: 20_000, statementMs: 60_000, answerMs: 60_000 }
      const database = await openDatabase({ kind: 'server', url: server.url, limits })
      cleanups.push(() => database.close())
      await expectRecovery(database, disk)
    })
  },
)
