import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, describeOnServer, type TestDatabase } from '../../test/support/database.ts'
import type { Database } from './database.ts'

describeOnServer('server query', () => {
  let own: TestDatabase
  let database: Database
  beforeAll(async () => {
    own = await createTestDatabase('server')
    database = await own.open()
  })
  afterAll(async () => {
    await database.close()
    await own.drop()
  })

  const doubled = (value: string | null) => ({
    label: 'doubled',
    sql: `select 2 * $1::int8 as twice, $1::int8 is null as "isNull", array[$1::text, null] as texts`,
    values: [value],
  })

  test('default: rows are the same the first time and later, in a transaction and beside', async () => {
    const rows = [{ twice: 42, isNull: false, texts: ['21', null] }]
    for (let n = 0; n < 3; n++) expect(await database.query(doubled('21'))).toEqual(rows)
    await database.transaction(async (tx) => {
      for (let n = 0; n < 3; n++) expect(await tx.query(doubled('21'))).toEqual(rows)
      expect(await tx.query(doubled(null))).toEqual([{ twice: null, isNull: true, texts: [null, null] }])
    })
  })
  test('behavior: statements without an answer tell how many rows they changed', async () => {
    const insert = {
      label: 'insert',
      sql: 'insert into counted select generate_series(1, $1::int)',
      values: [3],
    }
    await database.transaction(async (tx) => {
      await tx.execute({ label: 'make', sql: 'create temporary table counted (n int) on commit drop' })
      for (let n = 0; n < 2; n++) expect(await tx.execute(insert)).toBe(3)
      const all = { label: 'all', sql: 'delete from counted where n > 1 returning n' }
      expect(await tx.execute(all)).toBe(4)
      expect(await tx.query(all)).toEqual([])
    })
  })
  test('error: values the statement cannot read are refused, and the next ones are read', async () => {
    const refused = { name: 'Bug', cause: { code: '22P02' } }
    for (let n = 0; n < 10; n++) {
      await expect(database.query(doubled('no number'))).rejects.toMatchObject(refused)
      expect(await database.query(doubled('1'))).toEqual([{ twice: 2, isNull: false, texts: ['1', null] }])
    }
  })
  test('error: a row that cannot be read is a Bug, and the session goes on', async () => {
    for (let n = 0; n < 10; n++) {
      await expect(database.query(doubled((2n ** 60n).toString()))).rejects.toThrow('more than 2^53')
      expect(await database.query(doubled('2'))).toEqual([{ twice: 4, isNull: false, texts: ['2', null] }])
    }
  })
})
