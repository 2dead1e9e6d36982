import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { absentNode, paperDeployment } from '../../test/support/venue/paper-venue.ts'
import { Bug, createManualClock, systemRandom } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import { createKeeper } from './create-keeper.ts'
import type { KeeperObservation } from './observation.ts'
import { createSaltBox } from './salt-box.ts'

test('behavior: a bug in one duty is told, the others go on, and that duty waits before it is tried again', async () => {
  const own = await createTestDatabase('embedded')
  const real = await own.open()
  const clock = createManualClock(1_763_164_800_000)
  const bug = new Bug('a period has an end')
  const asked: string[] = []
  const database: Database = {
    ...real,
    query: (statement) => {
      if (statement.label.startsWith('list-')) asked.push(statement.label)
      return statement.label === 'list-ended-periods' ? Promise.reject(bug) : real.query(statement)
    },
  }
  const seen: KeeperObservation[] = []
  const keeper = createKeeper({
    database,
    chain: absentNode(),
    clock,
    venue: paperDeployment,
    privateKey: '4e'.repeat(32),
    saltBox: createSaltBox(['a secret for tests, long enough to be one'], systemRandom),
    revealAttempts: 3,
    observe: (observation) => void seen.push(observation),
  })
  const round = async () => {
    asked.length = 0
    expect(await keeper.step()).toBe(0)
    return [...asked]
  }

  const first = await round()
  const others = first.filter((label) => label !== 'list-ended-periods')
  expect([first.length, others.length]).toEqual([12, 11])
  expect(await round()).toEqual(others)
  clock.advance(1_000)
  expect(await round()).toEqual(first)
  clock.advance(1_999)
  expect(await round()).toEqual(others)
  const broken = { kind: 'broken', duty: 'freeze-periods', task: null, cause: bug }
  expect(seen).toEqual([{ kind: 'lead-taken' }, { ...broken, pauseMs: 1_000 }, { ...broken, pauseMs: 2_000 }])
  await real.close()
  await own.drop()
})
