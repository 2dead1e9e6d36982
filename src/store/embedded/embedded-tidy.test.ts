import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import type { StoreDatabase } from '../create-database.ts'
import { openDatabase } from '../open-database.ts'

describe('the embedded database', () => {
  let own: TestDatabase
  let database: StoreDatabase
  beforeAll(async () => {
    own = await createTestDatabase('embedded')
    if (own.options.kind !== 'embedded') throw new Error('it is embedded')
    database = await openDatabase({ ...own.options, limits: { tidyAfter: 10 } })
  })
  afterAll(async () => {
    await database.close()
    await own.drop()
  })

  const updateAll = (): Promise<unknown> =>
    database.transaction((tx) => tx.execute({ label: 'update-all', sql: 'update churn set n = n + 1' }))
  const bytes = async (): Promise<number> => {
    const sql = `select pg_relation_size('churn') as bytes`
    const [row] = await database.query<{ bytes: number }>({ label: 'bytes', sql })
    return row?.bytes ?? 0
  }
  /** Written to the log so far, and of it what the next start would have to replay after a kill. */
  const logged = async () => {
    const sql = `
      select pg_current_wal_lsn() - '0/0' as written, pg_current_wal_lsn() - redo_lsn as unsaved
      from pg_control_checkpoint()`
    const [row] = await database.query<{ written: string; unsaved: string }>({ label: 'logged', sql })
    return { written: Number(row?.written), unsaved: Number(row?.unsaved) }
  }

  test('behavior: what is changed over and over takes no more and more space', async () => {
    await database.maintain((connection) =>
      connection.runScript(
        'churn',
        `create table chain.churn (id int, n int);
         create index on chain.churn (n);
         insert into chain.churn select g, 0 from generate_series(1, 2000) g`,
      ),
    )
    const first = await bytes()
    const before = await logged()
    for (let round = 0; round < 60; round++) await updateAll()
    // Dead rows of ten rounds and of those that ran while they were reclaimed, not of sixty.
    expect((await bytes()) / first).toBeLessThan(15)
    const { written, unsaved } = await logged()
    expect(unsaved / (written - before.written)).toBeLessThan(0.5)
  })
})
