import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { alikeChannels } from '../../../test/support/alike-channels.ts'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { emptyTables } from '../../../test/support/rows.ts'
import { appendFeed } from './append-feed.ts'
import { type ChannelsPage, type FeedRow, listFeed, listFeedOf, type PageBounds } from './list-feed.ts'
import { purgeFeed } from './purge-feed.ts'

const names = ['*', 'blocks', 'markets', 'market:a', 'wallet:é', 'tx:a', 'tx:b', 'tx:é', ...alikeChannels]

const messages = fc.array(
  fc.record({
    channel: fc.constantFrom(...names),
    // Some are longer than a page, so that a block has several and a page may have one.
    data: fc.oneof(
      {
        weight: 12,
        arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map((text) => JSON.stringify(text)),
      },
      { weight: 1, arbitrary: fc.constantFrom(11_000, 33_000).map((n) => JSON.stringify('x'.repeat(n))) },
    ),
  }),
  { minLength: 1, maxLength: 12 },
)
/** Of one channel: more pages than are looked at for one answer. */
const quiet = fc
  .constantFrom(...names)
  .map((channel) => Array.from({ length: 60 }, () => [{ channel, data: '1' }]))
const feeds = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: messages.map((block) => [block]) }, { weight: 1, arbitrary: quiet }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((parts) => parts.flat())
const bounds = fc.record({
  limit: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constantFrom(50, 500)),
  bytesMax: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(10_000, 262_144)),
})

interface Walk {
  readonly after: number
  readonly upTo: number
  readonly page: (after: number) => Promise<ChannelsPage>
}

describeOnBothDatabases('any feed', (context) => {
  const db = () => context.database
  beforeEach(() => emptyTables(db(), { name: 'feed' }, { name: 'feed_channels' }))

  async function tell(blocks: readonly { channel: string; data: string }[][]): Promise<string[]> {
    await emptyTables(db(), { name: 'feed' }, { name: 'feed_channels' })
    await db().execute({ label: 'test-head', sql: 'update feed_head set first_seq = 1, last_seq = 0' })
    await db().transaction((tx) =>
      appendFeed(
        tx,
        blocks.map((block, index) => ({
          height: index + 1,
          hash: `${index}`,
          timestampMs: index,
          version: index + 1,
          messages: block.map((message) => ({ ...message, type: 'trade' })),
        })),
      ),
    )
    return blocks.flat().map(({ channel, data }, index) => `${index + 1} ${channel} ${data}`)
  }
  const told = ({ seq, channel, data }: FeedRow): string => `${seq} ${channel} ${data}`
  const seqOf = (line: string): number => Number(line.split(' ', 1)[0])

  /** As a reader does: on behind what was read. Looks after each answer whether anything before that was left out. */
  async function walk({ after, upTo, page }: Walk, wanted: readonly string[]): Promise<string[]> {
    const got: string[] = []
    for (let from = after; from < upTo; ) {
      const { rows, readTo } = await page(from)
      got.push(...rows.map(told))
      expect(got).toEqual(wanted.filter((line) => seqOf(line) <= readTo))
      expect(readTo).toBeGreaterThan(from)
      from = readTo
    }
    return got
  }
  async function everyPage(after: number, size: PageBounds, head: number): Promise<ChannelsPage> {
    const { rows, hasMore } = await listFeed(db(), after, size)
    return { rows, readTo: hasMore ? rows.at(-1)!.seq : head }
  }

  test('behavior: read on from anywhere, by pages of any size, on any channels, each message comes once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        feeds,
        bounds,
        fc.subarray(names, { minLength: 1 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        async (blocks, { limit, bytesMax }, channels, some, others, gone) => {
          const all = await tell(blocks)
          const head = all.length
          const purged = gone % 3 === 0 ? gone % head : 0
          while (await purgeFeed(db(), { beforeMs: 0, rowsMax: head - purged }));
          const after = purged + (some % (head - purged + 1))
          const upTo = after + (others % (head - after + 1))
          const behind = all.filter((line) => seqOf(line) > after)
          const everything: Walk = {
            after,
            upTo: head,
            page: (from) => everyPage(from, { limit, bytesMax }, head),
          }
          expect(await walk(everything, behind)).toEqual(behind)
          const wanted = behind.filter(
            (line) => seqOf(line) <= upTo && channels.includes(line.split(' ', 2)[1] ?? ''),
          )
          const span: Walk = {
            after,
            upTo,
            page: (from) => listFeedOf(db(), { channels, after: from, upTo, limit, bytesMax }),
          }
          expect(await walk(span, wanted)).toEqual(wanted)
          while (await purgeFeed(db(), { beforeMs: 0, rowsMax: 0 }));
          const left = 'select (select count(*) from feed) + (select count(*) from feed_channels) as left'
          expect(await db().query({ label: 'test-left', sql: left })).toEqual([{ left: 0 }])
        },
      ),
      { numRuns: 60 },
    )
  })
})
