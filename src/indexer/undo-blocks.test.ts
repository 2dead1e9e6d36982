import { expect, test } from 'vitest'
import { dumpIndex, emptyIndex } from '../../test/simulation/indexer/dump.ts'
import { catchUp, makeIndexer } from '../../test/simulation/indexer/scenario.ts'
import { createStory } from '../../test/simulation/indexer/story.ts'
import { describeOnBothDatabases } from '../../test/support/database.ts'
import { findFeedHead, listFeed, listIndexedBlocks } from '../store/index.ts'
import { purgeFeed } from '../store/writes/indexer.ts'
import { undoBlocks } from './undo-blocks.ts'

describeOnBothDatabases('undoBlocks', (context) => {
  /** What was told after a message, without the numbers that count on. */
  async function toldAfter(seq: number): Promise<string[]> {
    const { rows } = await listFeed(context.database, seq, { limit: 100_000, bytesMax: 2 ** 30 })
    return rows
      .map(({ channel, type, data }) => {
        const { version: _version, prev: _prev, droppedFromSeq: _dropped, ...rest } = JSON.parse(data)
        return JSON.stringify([channel, type, rest])
      })
      .sort()
  }

  test('behavior: in pages of any size every row is what it was, and the same is told', async () => {
    const { database } = context
    await emptyIndex(database)
    const story = createStory()
    story.mine(40)
    await catchUp(makeIndexer(story.chain, database))
    const before = await dumpIndex(database)
    const [to] = await listIndexedBlocks(database, 0)
    story.mine(12)
    const told: string[][] = []
    for (const pageRows of [undefined, 7, 1]) {
      await catchUp(makeIndexer(story.chain, database))
      const { lastSeq } = await findFeedHead(database)
      await undoBlocks(database, to!, pageRows)
      expect(await dumpIndex(database)).toEqual(before)
      told.push(await toldAfter(lastSeq))
    }
    expect(told[0]!.length).toBeGreaterThan(20)
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
  })
  test('behavior: what is dropped begins behind the last message of the block gone back to, or with the first kept', async () => {
    const { database } = context
    await emptyIndex(database)
    const story = createStory()
    story.mine(40)
    await catchUp(makeIndexer(story.chain, database))
    const [to] = await listIndexedBlocks(database, 0)
    const { lastSeq: told } = await findFeedHead(database)
    story.mine(12)

    async function dropped(): Promise<number[]> {
      const { lastSeq } = await findFeedHead(database)
      await undoBlocks(database, to!)
      const { rows } = await listFeed(database, lastSeq, { limit: 100_000, bytesMax: 2 ** 30 })
      return rows.filter(({ type }) => type === 'reorg').map(({ data }) => JSON.parse(data).droppedFromSeq)
    }
    await catchUp(makeIndexer(story.chain, database))
    expect(await dropped()).toEqual([told + 1])

    await catchUp(makeIndexer(story.chain, database))
    const { lastSeq } = await findFeedHead(database)
    // The block gone back to is no longer among what is kept.
    while (await purgeFeed(database, { beforeMs: 0, rowsMax: 3 }));
    expect(await dropped()).toEqual([lastSeq - 2])
  })
})
