import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/store/index.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createScriptedChain } from '../simulation/indexer/scripted-chain.ts'
import { createWorld } from '../simulation/indexer/world.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { createTestDatabase, describeOnServer, type TestDatabase } from '../support/database.ts'

// F40: two replicas of one venue share their secrets and not their height. A caller may be sent to either with each
// request. The lag is made by applying blocks later, so nothing here depends on time.

interface Replica {
  readonly own: TestDatabase
  readonly database: Database
  readonly api: TestApi
}

interface Page {
  readonly height: number
  readonly ids: readonly number[]
  readonly next: string | null
  readonly total: number
}

describeOnServer('a replica that lags', () => {
  const chain = createScriptedChain()
  const world = createWorld({ actionsMax: 12 })
  let mined = 0
  const mine = (count: number): void => {
    for (; count > 0; count--) chain.mine({ ...world.makeBlock(`lag ${++mined}`), salt: `lag ${mined}` })
  }
  const follow = ({ database }: Replica) => catchUp(makeIndexer(chain, database))
  let ahead: Replica
  let behind: Replica
  beforeAll(async () => {
    mine(90)
    ahead = await startReplica()
    behind = await startReplica()
    await follow(behind)
    mine(50)
    await follow(ahead)
  })
  afterAll(async () => {
    for (const { api, database, own } of [ahead, behind]) {
      await api.close()
      await database.close()
      await own.drop()
    }
  })

  async function startReplica(): Promise<Replica> {
    const own = await createTestDatabase('server')
    const database = await own.open()
    return { own, database, api: await createTestApi({ database }) }
  }

  async function page({ api }: Replica, order: string, cursor: string | null): Promise<Page> {
    const query = new URLSearchParams({
      status: 'all',
      order,
      limit: '2',
      ...(cursor === null ? {} : { cursor }),
    })
    const answer = await api.request('GET', `/v1/voting/proposals?${query}`)
    expect(answer.status).toBe(200)
    const { proposals, pagination } = answer.json()
    return {
      height: Number(answer.headers['x-block-height']),
      ids: proposals.map(({ id }: { id: number }) => id),
      next: pagination.nextCursor,
      total: pagination.total,
    }
  }

  async function idsOf({ database }: Replica): Promise<number[]> {
    const rows = await database.query<{ id: number }>({
      label: 'test-ids',
      sql: 'select id from proposals order by id',
    })
    return rows.map(({ id }) => id)
  }

  test('F40 behavior: status and headers tell the height each serves', async () => {
    const heights = [ahead, behind].map(async ({ api }) => (await api.request('GET', '/v1/status')).json())
    expect((await Promise.all(heights)).map(({ index }) => index.height)).toEqual([140, 90])
    expect((await page(ahead, 'desc', null)).height).toBe(140)
    expect((await page(behind, 'desc', null)).height).toBe(90)
    expect((await idsOf(ahead)).length).toBeGreaterThan((await idsOf(behind)).length)
  })

  test('F40 behavior: a walk that begins ahead goes on behind: no row it has is skipped, none comes twice', async () => {
    const known = await idsOf(behind)
    for (let first = await page(ahead, 'desc', null); first.next !== null; ) {
      // From every place of the walk ahead, the rest of the walk behind.
      const rest: number[] = []
      for (let cursor: string | null = first.next; cursor !== null; ) {
        const next: Page = await page(behind, 'desc', cursor)
        rest.push(...next.ids)
        cursor = next.next
      }
      const below = known.filter((id) => id < first.ids.at(-1)!)
      expect(rest).toEqual(below.reverse())
      first = await page(ahead, 'desc', first.next)
    }
  })

  test('F40 behavior: a walk forwards loses nothing while the replica catches up', async () => {
    const walked: number[] = []
    let cursor: string | null = null
    let caughtUp = false
    do {
      const next: Page = await page(behind, 'asc', cursor)
      walked.push(...next.ids)
      cursor = next.next
      if (!caughtUp) await follow(behind)
      caughtUp = true
    } while (cursor !== null)
    expect(walked).toEqual(await idsOf(ahead))
    expect((await page(behind, 'desc', null)).height).toBe(140)
  })
})
