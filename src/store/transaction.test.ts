import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestDatabase,
  describeOnBothDatabases,
  describeOnServer,
  type TestDatabase,
} from '../../test/support/database.ts'
import { Bug, Fault, Refusal } from '../kit/index.ts'
import type { Database, Reader, Writer } from './database.ts'
import { findSetting } from './statements/settings/find-setting.ts'
import { putSetting } from './statements/settings/put-setting.ts'

const put = (db: Writer, name: string, value: number) => putSetting(db, name, { value, nowMs: 1 })

/** Lets parties wait for each other: all pass when all have come. */
function createMeeting(parties: number): () => Promise<void> {
  let missing = parties
  let open: () => void = () => undefined
  const everybody = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    missing -= 1
    if (missing <= 0) open()
    return everybody
  }
}

describeOnBothDatabases('transaction', (context) => {
  test('default: commits what it wrote and returns what it made', async () => {
    const made = await context.database.transaction(async (tx) => {
      await put(tx, 'default', 1)
      return findSetting(tx, 'default')
    })
    expect(made).toBe(1)
    expect(await findSetting(context.database, 'default')).toBe(1)
  })
  test('error: a refusal rolls back and arrives as it was', async () => {
    const refusal = new Refusal('X')
    const work = context.database.transaction(async (tx) => {
      await put(tx, 'refused', 1)
      throw refusal
    })
    await expect(work).rejects.toBe(refusal)
    expect(await findSetting(context.database, 'refused')).toBeNull()
  })
  test('error: wrong SQL is a bug and rolls back', async () => {
    const work = context.database.transaction(async (tx) => {
      await put(tx, 'wrong', 1)
      await tx.query({ label: 'wrong', sql: 'select nope' })
    })
    await expect(work).rejects.toThrow(Bug)
    expect(await findSetting(context.database, 'wrong')).toBeNull()
  })
  test('error: what is asked after the end is refused, and nothing of it is written', async () => {
    const kept: Writer[] = []
    const failed = context.database.transaction(async (tx) => {
      kept.push(tx)
      throw new Refusal('X')
    })
    await expect(failed).rejects.toThrow('X')
    await context.database.transaction(async (tx) => void kept.push(tx))
    for (const tx of kept)
      await expect(put(tx, 'late', 1)).rejects.toThrow('a statement after the end of its transaction')
    expect(await findSetting(context.database, 'late')).toBeNull()
  })
  test('error: what is asked after the end of a moment is refused, as in a transaction', async () => {
    const kept: Reader[] = []
    await context.database.together(async (reader) => void kept.push(reader))
    const failed = context.database.together(async (reader) => {
      kept.push(reader)
      throw new Refusal('X')
    })
    await expect(failed).rejects.toThrow('X')
    expect(kept).toHaveLength(2)
    for (const reader of kept)
      await expect(reader.query({ label: 'late', sql: 'select 1' })).rejects.toThrow(
        'a statement after the end of its transaction',
      )
  })
  test('error: a mistake in what a transaction runs is a Bug, and not the database’s trouble', async () => {
    const mistake = (): never => {
      throw new TypeError('x is not a function')
    }
    await expect(context.database.together(async () => mistake())).rejects.toThrow(Bug)
    await expect(context.database.transaction(async () => mistake())).rejects.toThrow(Bug)
  })
  test('error: an error that was swallowed inside is not a commit', async () => {
    const work = context.database.transaction(async (tx) => {
      await put(tx, 'swallowed', 1)
      await tx.query({ label: 'wrong', sql: 'select nope' }).catch(() => undefined)
    })
    await expect(work).rejects.toThrow('a transaction swallowed an error and could not commit')
    expect(await findSetting(context.database, 'swallowed')).toBeNull()
  })
  test('behavior: statements of one transaction may be asked for at once', async () => {
    const answers = await context.database.transaction((tx) =>
      Promise.all([1, 2, 3].map((n) => tx.query({ label: 'echo', sql: 'select $1::int as n', values: [n] }))),
    )
    expect(answers).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  })
  test('behavior: many at once each see their own', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `many ${i}`)
    await Promise.all(
      names.map((name, i) =>
        context.database.transaction(async (tx) => {
          await put(tx, name, i)
          expect(await findSetting(tx, name)).toBe(i)
        }),
      ),
    )
    const rows = await context.database.query<{ count: number }>({
      label: 'count',
      sql: `select count(*) as count from settings where name like 'many %'`,
    })
    expect(rows).toEqual([{ count: 30 }])
  })
  test('behavior: execute counts the rows it changed', async () => {
    for (const name of ['count a', 'count b']) await put(context.database, name, 1)
    const sql = `update settings set updated_at_ms = 2 where name like 'count %'`
    expect(await context.database.execute({ label: 'count', sql })).toBe(2)
    expect(
      await context.database.execute({ label: 'none', sql: `delete from settings where name = 'x'` }),
    ).toBe(0)
  })

  describe('F15 conflicts', () => {
    test('behavior: a conflict is retried three times, then it is a fault', async () => {
      let runs = 0
      const work = context.database.transaction(async (tx) => {
        runs += 1
        await put(tx, 'conflict', runs)
        await tx.query({
          label: 'raise',
          sql: `do $$ begin raise exception 'x' using errcode = '40001'; end $$`,
        })
      })
      const fault = await work.catch((error: unknown) => error)
      expect(fault).toMatchObject({ name: 'Fault', kind: 'database' })
      expect(fault).toBeInstanceOf(Fault)
      expect(runs).toBe(4)
      expect(await findSetting(context.database, 'conflict')).toBeNull()
    })
    test('behavior: one that ends in time has one effect', async () => {
      let runs = 0
      await context.database.transaction(async (tx) => {
        runs += 1
        await put(tx, 'settled', runs)
        if (runs < 4) {
          await tx.query({
            label: 'raise',
            sql: `do $$ begin raise exception 'x' using errcode = '40P01'; end $$`,
          })
        }
      })
      expect(await findSetting(context.database, 'settled')).toBe(4)
    })
  })
})

/** The embedded database is one connection: nobody can get in its way. */
describeOnServer('F15 conflicts between connections', () => {
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

  test('behavior: two transactions that lock crosswise both end, and both effects stay', async () => {
    for (const name of ['cross a', 'cross b']) await put(database, name, 0)
    const add = {
      label: 'add',
      sql: 'update settings set value = to_jsonb(value::int + 1) where name = $1',
    }
    const meet = createMeeting(2)
    let runs = 0
    const crosswise = (first: string, second: string) =>
      database.transaction(async (tx) => {
        runs += 1
        await tx.execute({ ...add, values: [first] })
        await meet()
        await tx.execute({ ...add, values: [second] })
      })
    await Promise.all([crosswise('cross a', 'cross b'), crosswise('cross b', 'cross a')])
    expect(runs).toBe(3)
    expect(await findSetting(database, 'cross a')).toBe(2)
    expect(await findSetting(database, 'cross b')).toBe(2)
  })
  test('behavior: serialisation failures are retried', async () => {
    await put(database, 'serial', 0)
    const meet = createMeeting(2)
    const addOne = () =>
      database.transaction(
        async (tx) => {
          const value = Number(await findSetting(tx, 'serial'))
          await meet()
          await put(tx, 'serial', value + 1)
        },
        { isolation: 'serializable' },
      )
    await Promise.all([addOne(), addOne()])
    expect(await findSetting(database, 'serial')).toBe(2)
  })
})
