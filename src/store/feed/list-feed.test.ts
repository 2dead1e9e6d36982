import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { appendFeed } from './append-feed.ts'
import { listFeed, listFeedOf } from './list-feed.ts'

describeOnBothDatabases('pages of the feed', (context) => {
  const db = () => context.database
  beforeEach(() => db().execute({ label: 'empty-feed', sql: 'delete from feed' }))

  const tell = (channels: readonly string[], data = '1') =>
    db().transaction((tx) =>
      appendFeed(
        tx,
        0,
        channels.map((channel) => ({ height: 1, blockHash: '', atMs: 0, channel, type: 'trade', data })),
      ),
    )
  const wide = { limit: 1_000, bytesMax: 1_000_000 }
  const all = async (after: number, bounds: Partial<typeof wide>) => {
    const { rows, hasMore } = await listFeed(db(), after, { ...wide, ...bounds })
    return [rows.map(({ seq }) => seq), hasMore]
  }
  const some = async (channels: string[], after: number, bounds: Partial<typeof wide> = {}, upTo = 1_000) => {
    const { rows, hasMore } = await listFeedOf(db(), { channels, after, upTo, ...wide, ...bounds })
    return [rows.map(({ seq }) => seq), hasMore]
  }

  test('default: listFeed and listFeedOf: messages in their order, after one and up to another', async () => {
    await tell(['a', 'b', 'a', 'c', 'a'])
    expect(await all(2, {})).toEqual([[3, 4, 5], false])
    expect(await all(5, {})).toEqual([[], false])
    expect(await some(['a', 'b'], 0)).toEqual([[1, 2, 3, 5], false])
    expect(await some(['a', 'c'], 1, {}, 4)).toEqual([[3, 4], false])
    expect(await some(['nobody'], 0)).toEqual([[], false])
  })
  test('behavior: a page ends with the message that reaches its rows or its bytes', async () => {
    await tell(['a', 'b', 'a', 'c', 'a'], '"1234567é"') // 11 bytes each
    expect(await all(0, { limit: 3 })).toEqual([[1, 2, 3], true])
    expect(await all(0, { bytesMax: 11 })).toEqual([[1], true])
    expect(await all(0, { bytesMax: 12 })).toEqual([[1, 2], true])
    expect(await all(3, { bytesMax: 1 })).toEqual([[4], true])
    expect(await some(['a', 'c'], 0, { limit: 2 })).toEqual([[1, 3], true])
    expect(await some(['a', 'c'], 1, { bytesMax: 12 })).toEqual([[3, 4], true])
    expect(await some(['a', 'c'], 3, { bytesMax: 23 })).toEqual([[4, 5], false])
  })
  test('behavior: of each channel no more than its share is looked at, and nothing behind that is told', async () => {
    // 60 of a, then 60 of b: of a page of 10 rows and two channels, 50 of each are looked at.
    await tell([...new Array<string>(60).fill('a'), ...new Array<string>(60).fill('b')])
    const upTo = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, i) => first + i)
    expect(await some(['a', 'b'], 0, { limit: 25 })).toEqual([upTo(1, 25), true])
    expect(await some(['a', 'b', ...upTo(1, 60).map(String)], 0, { limit: 1_000 })).toEqual([
      upTo(1, 50),
      true,
    ])
    expect(await some(['a', 'b', ...upTo(1, 60).map(String)], 50, { limit: 1_000 })).toEqual([
      upTo(51, 110),
      true,
    ])
    expect(await some(['a', 'b', ...upTo(1, 60).map(String)], 110, { limit: 1_000 })).toEqual([
      upTo(111, 120),
      false,
    ])
  })
})
