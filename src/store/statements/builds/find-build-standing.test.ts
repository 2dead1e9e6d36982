import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import type { Database, Reader, Statement } from '../../database.ts'
import { findBuildStanding } from './find-build-standing.ts'
import { findLiveBuild } from './find-live-build.ts'

const of = { requestHash: 'ab'.repeat(32), signerAddress: 'somebody', nowMs: 1 }

/** The statement that a look-up asks. */
async function statementOf(ask: (db: Reader) => Promise<unknown>): Promise<Statement> {
  let asked: Statement | null = null
  await ask({
    query: async (statement) => {
      asked = statement
      return []
    },
  })
  if (asked === null) throw new Error('nothing was asked')
  return asked
}

describe('plans made while there are no builds', () => {
  let own: TestDatabase
  let database: Database
  beforeAll(async () => {
    own = await createTestDatabase('embedded')
    database = await own.open()
  })
  afterAll(async () => {
    await database.close()
    await own.drop()
  })

  // The embedded database keeps the first plan for as long as it runs: nothing there gathers statistics.
  test.each([
    ['find-build-standing', 'text, text, bigint', (db: Reader) => findBuildStanding(db, of), 2],
    ['find-live-build', 'text, text', (db: Reader) => findLiveBuild(db, of), 1],
  ])(
    'behavior: %s reads builds by a wallet or a request, never all of them',
    async (label, types, ask, scans) => {
      const statement = await statementOf(ask)
      const run = (sql: string) => database.query<{ 'QUERY PLAN': string }>({ label: 'plan', sql })
      await run('set plan_cache_mode = force_generic_plan')
      await run(`prepare "${label}" (${types}) as ${statement.sql}`)
      const values = (statement.values ?? []).map((value) => `'${value}'`).join(', ')
      const lines = (await run(`explain execute "${label}" (${values})`)).map((row) => row['QUERY PLAN'])
      const found = lines.flatMap((line, at) =>
        / Scan .*on builds\b/.test(line) ? [lines[at + 1]?.trim()] : [],
      )
      expect(found).toHaveLength(scans)
      for (const condition of found)
        expect(condition).toMatch(/^Index Cond: .*(signer_address|request_hash) = \$/)
    },
  )
})
