import { expect, test } from 'vitest'
import { dumpIndex, emptyIndex } from '../../test/simulation/indexer/dump.ts'
import { encodeEvent } from '../../test/simulation/indexer/encode-event.ts'
import { catchUp, makeIndexer } from '../../test/simulation/indexer/scenario.ts'
import { createScriptedChain, hashOf } from '../../test/simulation/indexer/scripted-chain.ts'
import { createStory } from '../../test/simulation/indexer/story.ts'
import { describeOnBothDatabases } from '../../test/support/database.ts'
import { putRows } from '../../test/support/rows.ts'
import { findFeedHead, listFeed, listIndexedBlocks, markets } from '../store/index.ts'
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
  test('behavior: a market whose trading ended with the time of a block that is gone is told open again, once', async () => {
    const { database } = context
    await emptyIndex(database)
    const ms = (second: number) => 1_700_000_000_000 + second * 1_000
    const open = (id: number, endsAtMs: number) => {
      return { id, marketAddress: `market ${id}`, state: 'open' as const, endsAtMs }
    }
    // Before and at the block gone back to, at the tip and after it. The third one is also said to be closed.
    await putRows(database, markets, [
      open(1, ms(1)),
      open(2, ms(1) + 1),
      open(3, ms(2)),
      open(4, ms(3)),
      open(5, ms(3) + 1),
    ])
    const closed = {
      type: 'MarketStateChanged',
      marketAddress: 'market 3',
      state: 'closed',
      finalOutcome: null,
      closing: null,
    } as const
    const said = encodeEvent(closed, { contractAddress: 'market 3', txId: hashOf('closed') })
    const chain = createScriptedChain()
    for (let second = 1; second <= 3; second++)
      chain.mine({ events: second === 3 ? [said] : [], timestampMs: ms(second) })
    const statesAfter = async (seq: number) => {
      const { rows } = await listFeed(database, seq, { limit: 1_000, bytesMax: 2 ** 30 })
      return rows
        .filter(({ channel, type }) => channel === 'markets' && type === 'state')
        .map(({ data }) => JSON.parse(data))
        .map(({ marketId, state }) => `${marketId} ${state}`)
        .sort()
    }
    const { lastSeq: before } = await findFeedHead(database)
    await catchUp(makeIndexer(chain, database))
    expect(await statesAfter(before)).toEqual(['1 closed', '2 closed', '3 closed', '4 closed'])
    const { lastSeq } = await findFeedHead(database)
    await undoBlocks(database, chain.main[1]!)
    expect(await statesAfter(lastSeq)).toEqual(['2 open', '3 open', '4 open'])
  })
})
