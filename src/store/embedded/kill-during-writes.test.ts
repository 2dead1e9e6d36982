import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChild } from '../../../test/support/child.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'

/** Acknowledged pairs before the kill; the kill itself falls wherever the next write happens to be. */
const killsAfter = [1, 25, 60]

describe('F8 base: kill -9 during writes (embedded)', () => {
  let own: TestDatabase
  beforeAll(async () => {
    own = await createTestDatabase('embedded')
  })
  afterAll(() => own.drop())

  test.each(killsAfter)(
    'behavior: after %i pairs nothing acknowledged is lost and no pair is torn',
    async (kills) => {
      const before = await countPairs(own)
      const child = startChild('write-until-killed', [JSON.stringify(own.options), String(before.whole)])
      expect(await child.nextLine()).toBe('open')
      for (let i = 0; i < kills; i++) await child.nextLine()
      await child.kill('SIGKILL')
      // What it managed to say before it died counts as acknowledged too.
      let acknowledged = before.whole + kills
      for (let line = await child.nextLine(); line !== null; line = await child.nextLine()) acknowledged += 1
      const after = await countPairs(own)
      expect(after.torn).toBe(0)
      expect(after.whole).toBeGreaterThanOrEqual(acknowledged)
      expect(after.whole).toBeLessThanOrEqual(acknowledged + 1)
    },
  )
})

async function countPairs(own: TestDatabase): Promise<{ whole: number; torn: number }> {
  const database = await own.open()
  const rows = await database.query<{ whole: number; torn: number }>({
    label: 'count-pairs',
    sql: `
      select count(*) filter (where sides = 2) as whole, count(*) filter (where sides <> 2) as torn
      from (select updated_at_ms, count(*) as sides from settings group by updated_at_ms) as pairs`,
  })
  await database.close()
  return rows[0]!
}
