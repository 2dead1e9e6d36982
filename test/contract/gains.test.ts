import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Activity } from '../../console/lib/activity.ts'
import { gainsOf } from '../../console/lib/gains.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createStory } from '../simulation/indexer/story.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'

describeOnBothDatabases('gains over time', (context) => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ database: context.database })
  })
  afterAll(() => api?.close())

  test('behavior: at every block the line of a wallet stands where its account did', async () => {
    const { database } = context
    const story = createStory()
    const indexer = makeIndexer(story.chain, database)
    const stood: { at: string; wallet: string; realised: bigint }[] = []
    for (let block = 0; block < 160; block++) {
      story.mine(1)
      await catchUp(indexer)
      const at = new Date(story.chain.main.at(-1)!.timestampMs).toISOString()
      for (const { wallet, realised } of await database.query<{ wallet: string; realised: string }>({
        label: 'test-realised',
        sql: 'select user_address as wallet, sum(received - spent - fees + cost)::text as realised from positions group by 1',
      }))
        stood.push({ at, wallet, realised: BigInt(realised) })
    }
    const wrong: string[] = []
    let points = 0
    for (const wallet of new Set(stood.map((each) => each.wallet))) {
      const activity: Activity[] = []
      for (let cursor = ''; ; ) {
        const page = (await api.request('GET', `/v1/users/${wallet}/activity?limit=200${cursor}`)).json()
        activity.push(...page.activity)
        if (page.pagination.nextCursor === null) break
        cursor = `&cursor=${page.pagination.nextCursor}`
      }
      const own = stood.filter((each) => each.wallet === wallet)
      const line = gainsOf(activity, own.at(-1)!.realised)
      points += line.length
      for (const { at, realised } of own) {
        const there = line.filter((point) => point.at <= at).at(-1)?.realised ?? 0n
        if (there !== realised) wrong.push(`${wallet} at ${at}: off by ${there - realised}`)
      }
    }
    expect(points).toBeGreaterThan(30)
    expect(wrong.slice(0, 5)).toEqual([])
  })
})
