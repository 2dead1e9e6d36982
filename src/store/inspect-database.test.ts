import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../test/support/database.ts'
import { inspectDatabase } from './inspect-database.ts'
import { readMigrations } from './migrations.ts'

/** The last step of a schema: the one that an older database lacks. */
const last = readMigrations()
  .filter(({ schema }) => schema === 'chain')
  .at(-1)!

describeOnBothDatabases('inspectDatabase', (context) => {
  const change = (sql: string, values: readonly (string | number)[]): Promise<number> =>
    context.database.execute({ label: 'change', sql, values })

  test('default: of this release nothing is pending or foreign, and it has a time', async () => {
    expect(await inspectDatabase(context.test.options)).toEqual({
      pending: [],
      foreign: [],
      nowMs: expect.any(Number),
    })
  })
  test('behavior: a step that another release made differently is foreign', async () => {
    await change('update chain.migrations set checksum = $1 where version = $2', ['other', last.version])
    expect(await inspectDatabase(context.test.options)).toMatchObject({ pending: [], foreign: [last.name] })
  })
  test('behavior: a step it lacks is pending, and looking does not make it', async () => {
    await change('delete from chain.migrations where version = $1', [last.version])
    for (const _ of [1, 2])
      expect(await inspectDatabase(context.test.options)).toMatchObject({ pending: [last.name], foreign: [] })
  })
  test('behavior: without tables of ours everything is pending', async () => {
    await change('drop schema chain cascade', [])
    await change('drop schema service cascade', [])
    expect(await inspectDatabase(context.test.options)).toMatchObject({
      pending: readMigrations()
        .map(({ name }) => name)
        .sort(),
      foreign: [],
    })
  })
})

test('error: an embedded database that is not there is none, and is not made', async () => {
  const folder = join(import.meta.dirname, 'absent')
  expect(await inspectDatabase({ kind: 'embedded', folder })).toBe(null)
  expect(existsSync(folder)).toBe(false)
})
