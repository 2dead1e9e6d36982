import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startChild } from '../../../test/support/child.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { Bug } from '../../kit/index.ts'
import { openDatabase } from '../open-database.ts'
import { findSetting } from '../statements/settings/find-setting.ts'
import { putSetting } from '../statements/settings/put-setting.ts'

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('behavior: an operator’s command changes a setting while another process holds the folder', async () => {
  const own = await createTestDatabase('embedded')
  cleanups.push(() => own.drop())
  if (own.options.kind !== 'embedded') throw new Error('not embedded')
  const { folder } = own.options
  const holder = startChild('open-and-hold', [JSON.stringify(own.options)])
  cleanups.push(() => holder.kill('SIGKILL'))
  expect(await holder.nextLine()).toBe('open')
  expect(statSync(join(folder, 'visit.sock')).mode & 0o777).toBe(0o600)

  const visit = await openDatabase({ kind: 'embedded', folder, mayVisit: true })
  cleanups.push(() => visit.close())
  const names = ['one', 'two', 'three']
  await Promise.all(names.map((name, value) => putSetting(visit, name, { value, nowMs: 1 })))
  expect(await Promise.all(names.map((name) => findSetting(visit, name)))).toEqual([0, 1, 2])
  await expect(visit.query({ label: 'wrong', sql: 'select nope' })).rejects.toThrow(Bug)
  await expect(visit.transaction(async () => 1)).rejects.toThrow(
    'a visitor to the embedded database begins no transactions',
  )

  await holder.kill('SIGKILL')
  await expect(findSetting(visit, 'one')).rejects.toMatchObject({ name: 'Fault', kind: 'database' })
  // Nobody holds it: the visitor becomes the holder, and a socket left behind does not matter.
  const next = await openDatabase({ kind: 'embedded', folder, mayVisit: true })
  cleanups.push(() => next.close())
  expect(await findSetting(next, 'three')).toBe(2)
})
