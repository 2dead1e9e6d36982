import { expect, test } from 'vitest'
import { createStory } from '../../../test/simulation/indexer/story.ts'
import { venue } from '../../../test/simulation/indexer/world.ts'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { findFeedHead, listFeed } from '../../store/index.ts'
import { applyBlocks } from '../apply-blocks.ts'

interface Book {
  readonly marketId: number
  readonly prev: number
  readonly version: number
}

describeOnBothDatabases('the books that are told', (context) => {
  const story = createStory()

  /** Mines so many blocks and applies them at once; those of the first ones are too old to be told. */
  async function tell(count: number, tooOld = 0): Promise<Book[]> {
    const { lastSeq } = await findFeedHead(context.database)
    const { chain } = story
    const from = chain.main.length
    story.mine(count, 'books')
    await applyBlocks(context.database, chain.main.slice(from === 1 ? 0 : from), {
      line: { networkId: 4, genesisHash: chain.main[0]!.hash, startHeight: 0 },
      venue,
      finalHeight: 0,
      feed: { sinceMs: chain.main[from + tooOld]!.timestampMs, confirmations: 10 },
    })
    const { rows } = await listFeed(context.database, lastSeq, { limit: 100_000, bytesMax: 2 ** 30 })
    return rows.filter(({ type }) => type === 'book').map(({ data }) => JSON.parse(data))
  }

  /** What a book's `prev` should be: the version told before it, or none. */
  function assertLinked(books: readonly Book[], last: Map<number, number>): void {
    expect(books.map(({ marketId, prev }) => ({ marketId, prev }))).toEqual(
      books.map(({ marketId, version }) => {
        const prev = last.get(marketId) ?? 0
        last.set(marketId, version)
        return { marketId, prev }
      }),
    )
  }

  test('behavior: each names the version before it, in its batch or an earlier one; after blocks that are not told none', async () => {
    const last = new Map<number, number>()
    const first = await tell(150)
    assertLinked(first, last)
    const known = new Set(last.keys())
    const second = await tell(10)
    expect(second.some(({ marketId }) => known.has(marketId))).toBe(true)
    assertLinked(second, last)
    const third = await tell(20, 5)
    expect(third.some(({ marketId }) => known.has(marketId))).toBe(true)
    last.clear()
    assertLinked(third, last)
  })
})
