import { expect, test } from 'vitest'
import { emptyIndex } from '../../test/simulation/indexer/dump.ts'
import { catchUp } from '../../test/simulation/indexer/scenario.ts'
import { createScriptedChain } from '../../test/simulation/indexer/scripted-chain.ts'
import { venue } from '../../test/simulation/indexer/world.ts'
import { describeOnBothDatabases } from '../../test/support/database.ts'
import { createManualClock } from '../kit/index.ts'
import { createIndexer } from './create-indexer.ts'

describeOnBothDatabases('old messages', (context) => {
  test('behavior: are given up with every idle look while there are more, and then once a minute', async () => {
    const { database } = context
    await emptyIndex(database)
    const chain = createScriptedChain()
    const mine = (count: number) => {
      for (; count > 0; count--)
        chain.mine({ events: [], timestampMs: 1_700_000_000_000 + chain.main.length * 1_000 })
    }
    const clock = createManualClock(0)
    const indexer = createIndexer({
      chain,
      database,
      venue,
      clock,
      networkId: 4,
      startHeight: 0,
      name: 'a',
      feed: { rowsMax: 1 },
    })
    /** How many pages are left after a look. */
    const look = async (): Promise<number | undefined> => {
      expect((await indexer.step()).kind).toBe('idle')
      const sql = 'select count(*) as pages from feed'
      const [row] = await database.query<{ pages: number }>({ label: 'test-pages', sql })
      return row?.pages
    }
    // Each block is a page, genesis too, and a hundred pages go at a time.
    mine(250)
    await catchUp(indexer)
    expect(await look()).toBe(51)
    expect(await look()).toBe(1)
    mine(1)
    expect((await indexer.step()).kind).toBe('block')
    expect(await look()).toBe(2)
    clock.advance(59_999)
    expect(await look()).toBe(2)
    clock.advance(1)
    expect(await look()).toBe(1)
  })
})
