import { beforeEach, expect, test } from 'vitest'
import { dumpIndex, emptyIndex } from '../../test/simulation/indexer/dump.ts'
import { createStory, type Story } from '../../test/simulation/indexer/story.ts'
import { venue } from '../../test/simulation/indexer/world.ts'
import { createTestDatabase, describeOnBothDatabases, describeOnServer } from '../../test/support/database.ts'
import { Fault } from '../kit/index.ts'
import { type Database, findCheckpoint } from '../store/index.ts'
import { lockIndex } from '../store/writes/indexer.ts'
import { applyBlocks } from './apply-blocks.ts'
import { undoBlocks } from './undo-blocks.ts'

describeOnBothDatabases('applyBlocks', (context) => {
  let story: Story
  beforeEach(async () => {
    await emptyIndex(context.database)
    story = createStory()
    story.mine(40)
  })

  /** Blocks of the story from one height up to another, in one batch. */
  const apply = (from: number, to: number, finalHeight: number, database: Database = context.database) =>
    applyBlocks(database, story.chain.main.slice(from, to + 1), {
      line: { networkId: 4, genesisHash: story.chain.main[0]!.hash, startHeight: 0 },
      venue,
      finalHeight,
    })

  test('error: a delete that fails fails the batch, and every row is what it was', async () => {
    const { database } = context
    await apply(0, 20, 0)
    const before = await dumpIndex(database)
    const transaction: Database['transaction'] = (work, options) =>
      database.transaction(
        (tx) =>
          work({
            query: (statement) => tx.query(statement),
            execute: (statement) =>
              statement.label.startsWith('delete-rows-')
                ? Promise.reject(new Fault('database', `no ${statement.label}`))
                : tx.execute(statement),
          }),
        options,
      )
    const failing = new Proxy(database, {
      get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name, target)),
    })
    await expect(apply(21, 40, 0, failing)).rejects.toThrow('no delete-rows-price_levels')
    expect(await dumpIndex(database)).toEqual(before)
    await apply(21, 40, 0)
    expect((await findCheckpoint(database))?.height).toBe(40)
  })
  test('behavior: of a batch whose first blocks leave no images these are final: below them nothing is undone', async () => {
    const { database } = context
    await apply(0, 6, 0)
    const atSix = await dumpIndex(database)
    await emptyIndex(database)
    await apply(0, 4, 0)
    const applied = await apply(5, 10, 6)
    expect(applied.checkpoint?.finalHeight).toBe(6)
    const before = await dumpIndex(database)
    await expect(undoBlocks(database, story.chain.main[5]!)).rejects.toThrow(
      'block 5 is final, its successors cannot be undone',
    )
    expect(await dumpIndex(database)).toEqual(before)
    await undoBlocks(database, story.chain.main[6]!)
    expect(await dumpIndex(database)).toEqual(atSix)
  })
})

describeOnServer('two indexers', () => {
  const waitingForLocks = {
    label: 'test-waiting',
    sql: `
      select count(*) as count
      from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
  }

  test('behavior: who waits for the other looks at the checkpoint after it, and applies nothing twice', async () => {
    const own = await createTestDatabase('server')
    const opened = [await own.open(), await own.open(), await own.open()] as const
    const [holder, ...indexers] = opened
    const story = createStory()
    story.mine(10)
    const { main } = story.chain
    const line = { networkId: 4, genesisHash: main[0]!.hash, startHeight: 0 }
    const both: Promise<{ readonly blockCount: number }>[] = []
    await holder.transaction(
      async (tx) => {
        await lockIndex(tx)
        for (const each of indexers) both.push(applyBlocks(each, main, { line, venue, finalHeight: 0 }))
        for (let count = 0; count < 2; )
          count = (await tx.query<{ count: number }>(waitingForLocks))[0]!.count
      },
      { lane: 'indexer' },
    )
    expect((await Promise.all(both)).map(({ blockCount }) => blockCount).sort()).toEqual([0, main.length])
    for (const each of opened) await each.close()
    await own.drop()
  })
})
