import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createDataDir, seedDatabase, startAndFail } from '../support/service.ts'
import { mountSmallDisk, type SmallDisk, smallDiskAbsent } from '../support/small-disk.ts'

describe.skipIf(smallDiskAbsent !== null)(
  `a start without room${smallDiskAbsent ? `, skipped: ${smallDiskAbsent}` : ''}`,
  { timeout: 120_000 },
  () => {
    let disk: SmallDisk
    afterEach(() => disk.unmount())

    const expectSentence = async (dataDir: string): Promise<string> => {
      const { code, stderr } = await startAndFail({ DATA_DIR: dataDir })
      expect(code).toBe(1)
      expect(stderr).not.toMatch(/^ +at /m)
      return stderr.trim().split('\n').at(-1) ?? ''
    }

    test('error: a full disk is a sentence', async () => {
      disk = mountSmallDisk(1)
      const folder = join(disk.folder, 'data')
      mkdirSync(join(folder, 'database'), { recursive: true })
      disk.fill()
      expect(await expectSentence(folder)).toBe(
        'A file in DATA_DIR cannot be written: its disk is full (ENOSPC); look at DATA_DIR',
      )
    })
    test('error: a disk that fills up while the first database is made is a sentence', async () => {
      disk = mountSmallDisk(12)
      const folder = join(disk.folder, 'data')
      expect(await expectSentence(folder)).toMatch(
        /^the database in \S+ cannot be opened: its disk is full \(\d+ MB left\); make room, or set DATA_DIR to another folder$/,
      )
    })
    test('error: a disk that is read-only is a sentence', async () => {
      const seeded = createDataDir()
      await seedDatabase(seeded.path)
      disk = mountSmallDisk(160)
      const folder = join(disk.folder, 'data')
      cpSync(seeded.path, folder, { recursive: true })
      seeded.remove()
      execFileSync('mount', ['-o', 'remount,ro', disk.folder])
      expect(await expectSentence(folder)).toMatch(
        /^\S+ cannot be written: its disk is read-only \(EROFS\); look at DATA_DIR$/,
      )
    })
  },
)
