import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, describeOnServer, type TestDatabase } from '../../../test/support/database.ts'
import { Bug, Fault } from '../../kit/index.ts'
import type { Database, Statement, Writer } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { putSetting } from '../statements/settings/put-setting.ts'
import { createServerDriver } from './server-driver.ts'

describeOnServer('server driver', () => {
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

  test('error: a wrong number of values fails alone, and what was sent behind it is answered', async () => {
    const slow = { label: 'slow', sql: 'select pg_sleep(0.01)' }
    for (let n = 0; n < 3; n++)
      await Promise.all([slow, slow, slow, slow, doubled('0')].map((each) => database.query(each)))
    const wrong = { ...doubled('0'), values: [] }
    const asked = [slow, slow, slow, slow, wrong, wrong, doubled('1'), doubled('2'), doubled('3')]
    const told = await Promise.allSettled(asked.map((each) => database.query(each)))
    expect(told.slice(4, 6).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(
      told.slice(6).map((each) => (each.status === 'fulfilled' ? each.value[0]?.twice : each.reason)),
    ).toEqual([2, 4, 6])
  })
  test('error: a row that cannot be read costs its neighbours nothing, also with a limit in the address', async () => {
    if (own.options.kind !== 'server') throw new Error('for a server')
    const address = new URL(own.options.url)
    address.searchParams.set('query_timeout', '5000')
    const other = await openDatabase({ ...own.options, url: address.href, listSessions: 1 })
    for (let n = 0; n < 2; n++) await other.query(doubled('0'))
    const asked = ['1', (2n ** 60n).toString(), '2', '3'].map((value) => other.query(doubled(value)))
    const told = await Promise.allSettled(asked)
    await other.close()
    expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  })
  test('error: a prepared statement whose columns changed fails once on each session, not for ever', async () => {
    await database.execute({ label: 'make', sql: 'create table service.changing (a int)' })
    const all = { label: 'all', sql: 'select * from service.changing' }
    const atOnce = () => Promise.allSettled(Array.from({ length: 40 }, () => database.query(all)))
    await atOnce()
    await database.execute({ label: 'change', sql: 'alter table service.changing add b int' })
    for (let n = 0; n < 5; n++) await atOnce()
    expect((await atOnce()).map(({ status }) => status)).toEqual(
      Array.from({ length: 40 }, () => 'fulfilled'),
    )
  })

  test.each(['service', 'indexer'] as const)(
    'error: a session of %s whose transaction could not be ended is not lent again',
    async (lane) => {
      if (own.options.kind !== 'server') throw new Error('for a server')
      const driver = createServerDriver(own.options, () => undefined)
      const pid = { label: 'pid', sql: 'select pg_backend_pid() as pid' }
      const left = await driver.lend(lane, async ({ control, run }) => {
        const { rows } = await run(pid)
        await control('begin')
        // As when the end of a transaction is cancelled.
        await control('commit nothing').catch(() => undefined)
        return rows
      })
      const { rows, tag } = await driver.lend(lane, async ({ control, run }) => ({
        tag: await control('begin'),
        ...(await run(pid)),
        ended: await control('rollback'),
      }))
      expect([tag, rows.length]).toEqual(['BEGIN', 1])
      expect(rows).not.toEqual(left)
      expect((await driver.lend(lane, ({ run }) => run(pid))).rows).toEqual(rows)
      await driver.close()
    },
  )

  test('error: a statement that is refused costs nobody a session', async () => {
    if (own.options.kind !== 'server') throw new Error('for a server')
    const other = await openDatabase({ ...own.options, listSessions: 1 })
    const pid = { label: 'pid', sql: 'select pg_backend_pid() as pid' }
    const ways = [
      (statement: Statement) => other.query(statement),
      (statement: Statement) => other.together((reader) => reader.query(statement)),
      (statement: Statement) => other.transaction((tx) => tx.query(statement)),
      (statement: Statement) => other.transaction((tx) => tx.query(statement), { lane: 'indexer' }),
    ]
    for (const ask of ways) {
      const before = await ask(pid)
      await expect(ask(doubled('no number'))).rejects.toThrow(Bug)
      expect(await ask(pid)).toEqual(before)
    }
    await other.close()
  })
  test('behavior: of several that one moment asks at once each has its time from the answer before it', async () => {
    if (own.options.kind !== 'server') throw new Error('for a server')
    const other = await openDatabase({ ...own.options, limits: { ...own.options.limits, answerMs: 1_500 } })
    const sleep = { label: 'sleep', sql: 'select pg_sleep(0.1)::text as slept' }
    const slept = await other.together((reader) =>
      Promise.all(Array.from({ length: 25 }, () => reader.query(sleep))),
    )
    expect(slept).toEqual(new Array(25).fill([{ slept: '' }]))
    await other.close()
  })

  const ofIndexer = <T>(work: (tx: Writer) => Promise<T>) => database.transaction(work, { lane: 'indexer' })
  const put = (tx: Writer, name: string) => putSetting(tx, name, { value: 1, nowMs: 1 })
  const countOf = async (names: string) => {
    const sql = 'select count(*) as count from settings where name like $1'
    const [row] = await database.query<{ count: number }>({ label: 'count', sql, values: [names] })
    return row?.count
  }
  const sessionOf = (tx: Writer) => tx.query({ label: 'pid', sql: 'select pg_backend_pid() as pid' })
  /** As deep in other work as a row is when an indexer writes it. */
  const deeply = async <T>(work: () => Promise<T>, depth = 10): Promise<T> =>
    depth === 0 ? work() : (await Promise.all([deeply(work, depth - 1)]))[0]

  test('error: of many the indexer asks at once one fails: all tell why, nothing stays, and it goes on', async () => {
    for (let n = 0; n < 3; n++) {
      const told: unknown[] = []
      const work = ofIndexer(async (tx) => {
        const asked = [
          put(tx, 'at once a'),
          deeply(() => tx.query(doubled('no number'))),
          put(tx, 'at once b'),
          tx.query(doubled('1')),
          // Never described before, and asked for twice.
          tx.query({ label: 'new', sql: `select ${unique} as u` }),
          tx.query({ label: 'new', sql: `select ${unique++} as u` }),
        ]
        for (const each of asked) each.catch((error: unknown) => told.push(error))
        await Promise.all(asked)
      })
      await expect(work).rejects.toMatchObject({ name: 'Bug', cause: { code: '22P02' } })
      expect(told).toHaveLength(5)
      expect(told).toEqual(told.map(() => expect.objectContaining({ code: '22P02' })))
      expect(await countOf('at once %')).toBe(0)
    }
    await ofIndexer((tx) => Promise.all([put(tx, 'at once a'), put(tx, 'at once b')]))
    expect(await countOf('at once %')).toBe(2)
    const before = await ofIndexer(sessionOf)
    await expect(ofIndexer((tx) => tx.query(doubled('no number')))).rejects.toThrow(Bug)
    expect(await ofIndexer(sessionOf)).toEqual(before)
  })
  test('error: of many the indexer asks at once one loses a conflict: they are asked again', async () => {
    let runs = 0
    await ofIndexer((tx) => {
      runs += 1
      const code = runs < 3 ? '40001' : '00000'
      const raise = `do $$ begin if ${runs} < 3 then raise exception 'x' using errcode = '${code}'; end if; end $$`
      return Promise.all([
        put(tx, 'lost a'),
        deeply(() => tx.query({ label: 'raise', sql: raise })),
        put(tx, 'lost b'),
      ])
    })
    expect(runs).toBe(3)
    expect(await countOf('lost %')).toBe(2)
  })
  test('error: what goes on asking when another failed writes nothing outside of the transaction', async () => {
    const asking: Promise<void>[] = []
    const goOn = async (tx: Writer): Promise<void> => {
      for (let n = 0; n < 30; n++) await put(tx, `late ${n}`).catch(() => undefined)
    }
    const work = ofIndexer((tx) => {
      asking.push(goOn(tx))
      return Promise.all([put(tx, 'late'), tx.query(doubled('no number')), put(tx, 'late again')])
    })
    await expect(work).rejects.toThrow(Bug)
    await Promise.all(asking)
    await ofIndexer(sessionOf)
    expect(await countOf('late%')).toBe(0)
  })
  test('error: a row that cannot be read costs those the indexer asked behind it nothing', async () => {
    const answers = await ofIndexer((tx) =>
      Promise.allSettled(['1', (2n ** 60n).toString(), '2'].map((value) => tx.query(doubled(value)))),
    )
    expect(answers[0]).toMatchObject({ status: 'fulfilled', value: [{ twice: 2 }] })
    expect(answers[1]).toMatchObject({ status: 'rejected', reason: { name: 'Bug' } })
    expect(answers[2]).toMatchObject({ status: 'fulfilled', value: [{ twice: 4 }] })
  })

  /** Each is asked without waiting for the others, and says whether it got what it asked for. */
  const asks: Readonly<Record<string, (n: number) => Promise<boolean>>> = {
    number: async (n) => {
      const [row] = await database.query<{ n: number }>({
        label: 'n',
        sql: 'select $1::int8 as n',
        values: [n],
      })
      return row?.n === n
    },
    long: async (n) => {
      const sql = `select repeat('x', $1::int4) as text`
      const [row] = await database.query<{ text: string }>({ label: 'long', sql, values: [100 * n] })
      return row?.text.length === 100 * n
    },
    'never described': async (n) => {
      const [row] = await database.query<{ n: number }>({
        label: 'new',
        sql: `select ${n} as n, ${unique++} as u`,
      })
      return row?.n === n
    },
    slow: async (n) => {
      const sql = 'select $1::int8 as n, pg_sleep(0.005)'
      const [row] = await database.query<{ n: number }>({ label: 'slow', sql, values: [n] })
      return row?.n === n
    },
    'a pair': (n) =>
      database.together(async (reader) => {
        const [first] = await reader.query<{ twice: number }>(doubled(String(n)))
        const [second] = await reader.query<{ twice: number }>(doubled(String(first?.twice)))
        return second?.twice === 4 * n
      }),
    'wrong value': (n) => database.query(doubled(`no ${n}`)).then(isWrong, isBug),
    'row beyond us': () => database.query(doubled((2n ** 60n).toString())).then(isWrong, isBug),
    'of the indexer': (n) =>
      database.transaction(
        async (tx) => {
          const asked = Array.from({ length: 1 + (n % 20) }, (_, i) =>
            tx.query<{ twice: number }>(doubled(String(n + i))),
          )
          const rows = await Promise.all(asked)
          return rows.every(([row], i) => row?.twice === 2 * (n + i))
        },
        { lane: 'indexer' },
      ),
    'a transaction': (n) =>
      database.transaction(async (tx) => {
        const [row] = await tx.query<{ twice: number }>(doubled(String(n)))
        return row?.twice === 2 * n
      }),
  }
  let unique = 0
  const isWrong = () => false
  const isBug = (error: unknown): boolean => {
    if (error instanceof Bug) return true
    throw error
  }
  const anyAsk = fc.record({ kind: fc.constantFrom(...Object.keys(asks)), n: fc.nat(1_000) })

  test('behavior: whatever is asked at once, each gets its own answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAsk, { minLength: 30, maxLength: 60 }), async (asked) => {
        const right = await Promise.all(asked.map(({ kind, n }) => asks[kind]!(n)))
        expect(asked.filter((_, i) => !right[i])).toEqual([])
      }),
      { numRuns: 25 },
    )
  })
  test('error: when sessions are killed, each gets its own answer or a fault', async () => {
    const sql = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sibyl lists'
      and pid <> pg_backend_pid() and datname = current_database()`
    await fc.assert(
      fc.asyncProperty(fc.array(anyAsk, { minLength: 30, maxLength: 60 }), async (asked) => {
        const answers = asked.map(({ kind, n }, i) =>
          i === 20
            ? database.execute({ label: 'kill', sql }).then(() => true)
            : asks[kind]!(n).catch((error: unknown) => error instanceof Fault),
        )
        const right = await Promise.all(answers)
        expect(asked.filter((_, i) => !right[i])).toEqual([])
      }),
      { numRuns: 10 },
    )
    expect(await database.query(doubled('1'))).toHaveLength(1)
  })
})
