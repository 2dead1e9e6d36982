import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../test/support/database.ts'
import { Bug } from '../kit/index.ts'

describeOnBothDatabases('database', (context) => {
  test('default: rows arrive in the same types from either engine', async () => {
    const rows = await context.database.query({
      label: 'types',
      sql: `
        select $1::bigint as big, $2::numeric as amount, $3::bytea as bytes, $4::jsonb as json, $5::text[] as texts,
          $6::boolean as flag, $7::text as nothing, $8::int as small, $9::float8 as real, $10::bigint[] as bigs,
          $11::numeric[] as amounts, 'x'::text as word`,
      values: [
        2 ** 53 - 1,
        2n ** 256n - 1n,
        new Uint8Array([0, 255, 92]),
        '{"a":[1,null]}',
        ['a', 'b,c', '"q"\\', '', 'NULL', null, '{}'],
        true,
        null,
        7,
        1.5,
        [1, 2],
        [1n, 2n ** 70n],
      ],
    })
    expect(rows).toEqual([
      {
        big: 2 ** 53 - 1,
        amount: (2n ** 256n - 1n).toString(),
        bytes: new Uint8Array([0, 255, 92]),
        json: { a: [1, null] },
        texts: ['a', 'b,c', '"q"\\', '', 'NULL', null, '{}'],
        flag: true,
        nothing: null,
        small: 7,
        real: 1.5,
        bigs: [1, 2],
        amounts: ['1', (2n ** 70n).toString()],
        word: 'x',
      },
    ])
  })
  test('behavior: statements asked at once, new ones and failing ones among them, each get their own answer', async () => {
    const sql = 'select 12 / $1::int as result'
    const divisors = [1, 0, 2, 3, 0, 4, 6, 12, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    const asked = divisors.map((divisor) =>
      context.database.query<{ result: number }>({ label: 'divide', sql, values: [divisor] }).then(
        ([row]) => row?.result,
        (error: unknown) => error instanceof Bug,
      ),
    )
    const expected = divisors.map((divisor) => (divisor === 0 ? true : 12 / divisor))
    expect(await Promise.all(asked)).toEqual(expected)
  })
  test('behavior: what is read together goes on before what has not begun', async () => {
    const { database } = context
    const order: string[] = []
    const one = { label: 'one', sql: 'select 1 as one' }
    const pairs = Array.from({ length: 100 }, (_, i) =>
      database.together(async (reader) => {
        await reader.query(one)
        await reader.query(one)
        order.push(`pair ${i}`)
      }),
    )
    const last = database.query(one).then(() => order.push('last'))
    await Promise.all([...pairs, last])
    expect(order).toHaveLength(101)
    // Those which began before it are done, but for what is under way just then.
    expect(order.indexOf('last')).toBeGreaterThanOrEqual(80)
  })
  test('behavior: a statement keeps its plan, unless it is to be planned anew', async () => {
    const kept = await context.database.together(async (reader) => {
      const statement = (n: number) => ({
        label: `plan-${n}`,
        sql: `select $1::int + ${n} as n`,
        values: [1],
      })
      expect(await reader.query(statement(1))).toEqual([{ n: 2 }])
      expect(await reader.query({ ...statement(2), isPlannedAnew: true })).toEqual([{ n: 3 }])
      expect(await reader.query({ ...statement(3), isPlannedAnew: false })).toEqual([{ n: 4 }])
      return reader.query<{ name: string }>({
        label: 'list-plans',
        sql: `select name from pg_prepared_statements where statement like 'select $1::int + %' order by statement`,
      })
    })
    expect(kept.map(({ name }) => name.replace(/-[0-9a-f]{12}$/, ''))).toEqual(['plan-1', 'plan-3'])
  })
  test('error: SQL that is wrong is a Bug, read together or alone', async () => {
    const wrong = { label: 'wrong', sql: 'select 1 from nowhere' }
    await expect(context.database.together((reader) => reader.query(wrong))).rejects.toThrow(Bug)
    await expect(context.database.query(wrong)).rejects.toThrow(Bug)
  })
  test('behavior: nobody looks into a transaction that is asked for among other statements', async () => {
    const { database } = context
    const count = () =>
      database
        .query<{ n: number }>({
          label: 'count-between',
          sql: `select count(*) as n from settings where name like 'between%'`,
        })
        .then(([row]) => row?.n)
    const write = (name: string) => ({
      label: 'write-between',
      sql: 'insert into settings (name, value, updated_at_ms) values ($1, $2, 0)',
      values: [name, 'true'],
    })
    const [before, , rolledBack, after] = await Promise.all([
      count(),
      database.transaction(async (tx) => {
        await tx.execute(write('between 1'))
        await tx.execute(write('between 2'))
      }),
      database
        .transaction(async (tx) => {
          await tx.execute(write('between 3'))
          throw new Bug('changed my mind')
        })
        .catch((error: Error) => error.message),
      count(),
    ])
    expect([0, 2]).toContain(before)
    expect([0, 2]).toContain(after)
    expect(rolledBack).toBe('changed my mind')
    expect(await count()).toBe(2)
  })
  test('error: wrong SQL is a bug', async () => {
    await expect(context.database.query({ label: 'wrong', sql: 'select nope' })).rejects.toThrow(Bug)
  })
})
