import { expect, test } from 'vitest'
import type { Database, Lister } from '../../src/store/index.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createStory } from '../simulation/indexer/story.ts'
import { createTestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'

describeOnBothDatabases('an earlier book', (context) => {
  test('behavior: is of one branch, whatever is reorganised between its statements', async () => {
    const real = context.database
    const story = createStory()
    story.mine(120)
    const indexer = makeIndexer(story.chain, real)
    await catchUp(indexer)
    const markets = await real.query<{ address: string }>({
      label: 'list-quoted-markets',
      sql: `select distinct market_address as address
            from markets m join price_levels l on l.market_id = m.id order by 1`,
    })
    expect(markets.length).toBeGreaterThan(1)

    let reorganise: (() => Promise<void>) | null = null
    let reorganised: Promise<void> = Promise.resolve()
    const changing = <T extends Lister>(lister: T): T => ({
      ...lister,
      query: async (statement: Parameters<Lister['query']>[0]) => {
        const rows = await lister.query(statement)
        if (statement.label === 'find-kept-span' && reorganise !== null) {
          reorganised = reorganise()
          reorganise = null
          // Whoever writes to the embedded index waits until the answer is there.
          if (context.engine === 'server') await reorganised
        }
        return rows
      },
      together: (work: (reader: Lister) => Promise<unknown>) =>
        lister.together((reader) => work(changing(reader))),
    })
    const database: Database = changing(real)
    const other = await createTestApi({ database: real })
    const api = await createTestApi({ database })
    for (const [round, { address }] of markets.slice(0, 3).entries()) {
      const height = story.chain.main.length - 1
      const url = `/v1/markets/${address}/orderbook?depth=999&atHeight=${height}`
      const before = await other.request('GET', url)
      reorganise = async () => {
        story.fork(6, `other ${round}`)
        await catchUp(indexer)
      }
      const meanwhile = await api.request('GET', url)
      expect({ status: meanwhile.status, body: meanwhile.body }).toEqual({ status: 200, body: before.body })
      await reorganised
      const tip = { 'x-min-block-height': String(story.chain.main.length - 1) }
      const [kept, after] = [
        await api.request('GET', url, { headers: tip }),
        await other.request('GET', url, { headers: tip }),
      ]
      expect(kept.json().version).toBeGreaterThan(before.json().version)
      expect(kept.body).toBe(after.body)
    }
    await api.close()
    await other.close()
  })
})
