import { describe, expect, test } from 'vitest'
import { findCheckpoint } from '../../../src/store/index.ts'
import { auditIndex } from '../../simulation/indexer/audit.ts'
import { dumpIndex, emptyIndex } from '../../simulation/indexer/dump.ts'
import { catchUp, makeIndexer } from '../../simulation/indexer/scenario.ts'
import { createStory } from '../../simulation/indexer/story.ts'
import { startChild } from '../../support/child.ts'
import { createTestDatabase, describeOnServer, type Engine } from '../../support/database.ts'

const BLOCKS = 8

/** A process is killed in the middle of a commit; what it leaves is whole blocks, and the next one goes on from there. */
async function expectResumed(engine: Engine, statement: number): Promise<void> {
  const own = await createTestDatabase(engine)
  const child = startChild('index-until-killed', [
    JSON.stringify(own.options),
    String(BLOCKS),
    String(statement),
  ])
  expect(await child.nextLine(), child.problems()).toBeNull()
  expect(await child.exit).toBeNull()

  const story = createStory()
  story.mine(BLOCKS)
  const database = await own.open()
  const left = await findCheckpoint(database)
  expect(left?.hash).toBe(left === null ? undefined : story.chain.main[left.height]?.hash)
  const indexer = makeIndexer(story.chain, database)
  await catchUp(indexer)
  expect(await auditIndex(database, story.world)).toEqual([])
  const resumed = await dumpIndex(database)
  await emptyIndex(database)
  await catchUp(makeIndexer(story.chain, database))
  expect(await dumpIndex(database)).toEqual(resumed)
  await database.close()
  await own.drop()
}

// Early and late among the writes of a commit; the in-process test goes through every statement.
describe('an indexer killed in a commit (embedded)', () => {
  test.each([40, 120])('behavior: F8 SIGKILL before statement %d', (at) => expectResumed('embedded', at))
})
describeOnServer('an indexer killed in a commit', () => {
  test.each([75])('behavior: F8 SIGKILL before statement %d', (at) => expectResumed('server', at))
})
