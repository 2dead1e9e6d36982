import { beforeEach, expect, test } from 'vitest'
import { alikeChannels } from '../../../test/support/alike-channels.ts'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { emptyTables } from '../../../test/support/rows.ts'
import type { Reader } from '../database.ts'
import { appendFeed } from './append-feed.ts'
import { listFeed, listFeedOf } from './list-feed.ts'

describeOnBothDatabases('pages of the feed', (context) => {
  const db = () => context.database
  beforeEach(async () => {
    await emptyTables(db(), { name: 'feed' }, { name: 'feed_channels' })
    await db().execute({ label: 'test-head', sql: 'update feed_head set first_seq = 1, last_seq = 0' })
  })

  const tell = (channels: readonly string[], data = '1') =>
    db().transaction((tx) =>
      appendFeed(tx, [
        {
          height: 1,
          hash: '',
          timestampMs: 0,
          version: 1,
          messages: channels.map((channel) => ({ channel, type: 'trade', data })),
        },
      ]),
    )
  /** A block each, and so a page. */
  const tellApart = (channels: readonly string[]) =>
    db().transaction((tx) =>
      appendFeed(
        tx,
        channels.map((channel, index) => ({
          height: index + 1,
          hash: '',
          timestampMs: 0,
          version: index + 1,
          messages: [{ channel, type: 'trade', data: '1' }],
        })),
      ),
    )
  const wide = { limit: 1_000, bytesMax: 1_000_000 }
  const all = async (after: number, bounds: Partial<typeof wide>) => {
    const { rows, hasMore } = await listFeed(db(), after, { ...wide, ...bounds })
    return [rows.map(({ seq }) => seq), hasMore]
  }
  /** The messages, and how far was read. */
  const some = async (channels: string[], after: number, bounds: Partial<typeof wide> = {}, upTo = 1_000) => {
    const { rows, readTo } = await listFeedOf(db(), { channels, after, upTo, ...wide, ...bounds })
    return [rows.map(({ seq }) => seq), readTo]
  }

  test('default: listFeed and listFeedOf: messages in their order, after one and up to another', async () => {
    await tell(['a', 'b', 'a', 'c', 'a'])
    expect(await all(2, {})).toEqual([[3, 4, 5], false])
    expect(await all(5, {})).toEqual([[], false])
    expect(await some(['a', 'b'], 0)).toEqual([[1, 2, 3, 5], 1_000])
    expect(await some(['a', 'c'], 1, {}, 4)).toEqual([[3, 4], 4])
    expect(await some(['nobody'], 0)).toEqual([[], 1_000])
  })
  test('behavior: a page ends with the message that reaches its rows or its bytes', async () => {
    await tell(['a', 'b', 'a', 'c', 'a'], '"1234567é"') // 11 bytes each
    expect(await all(0, { limit: 3 })).toEqual([[1, 2, 3], true])
    expect(await all(0, { bytesMax: 11 })).toEqual([[1], true])
    expect(await all(0, { bytesMax: 12 })).toEqual([[1, 2], true])
    expect(await all(3, { bytesMax: 1 })).toEqual([[4], true])
    expect(await some(['a', 'c'], 0, { limit: 2 })).toEqual([[1, 3], 3])
    expect(await some(['a', 'c'], 1, { bytesMax: 12 })).toEqual([[3, 4], 4])
    expect(await some(['a', 'c'], 3, { bytesMax: 23 })).toEqual([[4, 5], 1_000])
  })
  test('behavior: the last page that is looked at may reach beyond what is asked for, the answer does not', async () => {
    await tellApart(new Array<string>(49).fill('a'))
    await tell(['a', 'a', 'a'])
    const upTo51 = Array.from({ length: 51 }, (_, i) => i + 1)
    expect(await some(['a'], 0, {}, 51)).toEqual([upTo51, 51])
    expect(await some(['a'], 51, {}, 52)).toEqual([[52], 52])
  })
  test('behavior: channels that share a key are one look', async () => {
    const keys: unknown[] = []
    const reader: Reader = {
      query(statement) {
        keys.push(statement.values?.at(-1))
        return db().query(statement)
      },
    }
    const channels = [...Array.from({ length: 99 }, (_, i) => `tx:${i}`), 'a']
    await listFeedOf(reader, { channels, after: 0, upTo: 1, ...wide })
    expect(keys).toEqual([['tx', 'a']])
  })
  test('behavior: of each channel no more than its share is looked at, and nothing behind that is told', async () => {
    // A page each: 60 of a, then 60 of b. 50 of each are looked at, and as many are opened.
    await tellApart([...new Array<string>(60).fill('a'), ...new Array<string>(60).fill('b')])
    const upTo = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, i) => first + i)
    expect(await some(['a', 'b'], 0, { limit: 25 })).toEqual([upTo(1, 25), 25])
    expect(await some(['a', 'b'], 0)).toEqual([upTo(1, 50), 50])
    expect(await some(['a', 'b'], 50)).toEqual([upTo(51, 100), 100])
    expect(await some(['a', 'b'], 100)).toEqual([upTo(101, 120), 1_000])
    expect(await some(['b'], 110)).toEqual([upTo(111, 120), 1_000])
  })
  test('behavior: pages of a channel with the same hash hide no message, however many come before it', async () => {
    const [wanted, other] = alikeChannels
    const [hashes] = await db().query({
      label: 'test-hashes',
      sql: 'select hashtextextended($1, 0) = hashtextextended($2, 0) as "areAlike"',
      values: [wanted, other],
    })
    expect(hashes).toEqual({ areAlike: true })
    await tellApart([...new Array<string>(120).fill(other), wanted, other])
    expect(await some([wanted], 0)).toEqual([[], 50])
    expect(await some([wanted], 50)).toEqual([[], 100])
    expect(await some([wanted], 100)).toEqual([[121], 1_000])
    expect(await some([other], 100)).toEqual([[...Array.from({ length: 20 }, (_, i) => 101 + i), 122], 1_000])
    // The last page looked at reaches beyond what is asked for.
    await tell([...new Array<string>(3).fill(other), wanted])
    expect(await some([wanted], 72, {}, 124)).toEqual([[121], 122])
    expect(await some([wanted], 76, {}, 124)).toEqual([[121], 124])
  })
  test('behavior: two channels with the same hash in one page: each is told its own, once', async () => {
    const [one, other] = alikeChannels
    await tell([one, other, one, 'blocks'])
    expect(await some([one], 0)).toEqual([[1, 3], 1_000])
    expect(await some([other], 0)).toEqual([[2], 1_000])
    expect(await some([one, other], 0)).toEqual([[1, 2, 3], 1_000])
    // Both entries of a page count for the share of a channel: half as many pages are looked at, none is left out.
    for (let told = 1; told < 30; told++) await tell([one, other])
    expect(await some([one], 0)).toEqual([[1, 3, ...Array.from({ length: 24 }, (_, i) => 5 + 2 * i)], 52])
    expect(await some([one], 52)).toEqual([[53, 55, 57, 59, 61], 1_000])
  })
  test('behavior: all transactions of a page are one entry, which no other channel shares', async () => {
    await tell(['tx:a', 'wallet:w', 'tx:b', 'tx:c', 'tx', 'txs', 'blocks'])
    const sql = 'select count(*) as entries from feed_channels'
    expect(await db().query({ label: 'test-entries', sql })).toEqual([{ entries: 4 }])
    expect(await some(['tx:c', 'tx:a', 'txs'], 0)).toEqual([[1, 4, 6], 1_000])
    expect(await some(['tx:b', 'wallet:w'], 0, { limit: 1 })).toEqual([[2], 2])
    expect(await some(['tx:b', 'wallet:w'], 2, {}, 6)).toEqual([[3], 6])
    expect(await some(['tx:nobody', 'blocks'], 0)).toEqual([[7], 1_000])
  })
  test('behavior: a transaction far behind many others is told, and a wallet beside it, once and in order', async () => {
    // A page each.
    await tellApart([
      ...new Array<string>(40).fill('tx:other'),
      'wallet:w',
      'tx:mine',
      ...new Array<string>(60).fill('tx:other'),
      'tx:mine',
      'wallet:w',
      'tx:second',
    ])
    expect(await some(['tx:mine'], 0)).toEqual([[42], 51])
    expect(await some(['tx:mine'], 51)).toEqual([[], 101])
    expect(await some(['tx:mine'], 101)).toEqual([[103], 1_000])
    expect(await some(['tx:mine'], 42, {}, 100)).toEqual([[], 92])
    expect(await some(['tx:mine'], 92, {}, 100)).toEqual([[], 100])
    const several = ['tx:second', 'wallet:w', 'tx:mine', 'tx:nobody']
    expect(await some(several, 0)).toEqual([[41, 42], 50])
    expect(await some(several, 0, { limit: 1 })).toEqual([[41], 41])
    expect(await some(several, 41, { bytesMax: 1 })).toEqual([[42], 42])
    expect(await some(several, 50)).toEqual([[], 100])
    expect(await some(several, 100)).toEqual([[103, 104, 105], 1_000])
  })
  test('behavior: listFeed reads pages until they have the bytes asked for', async () => {
    await tellApart(['a', 'b', 'c'])
    expect(await all(0, { bytesMax: 1 })).toEqual([[1], true])
    expect(await all(1, { bytesMax: 1 })).toEqual([[2], true])
    expect(await all(0, { limit: 2 })).toEqual([[1, 2], true])
    // Of the first page nothing is left to tell, and a message is shorter than its line.
    expect(await all(0, { bytesMax: 9 })).toEqual([[1], true])
    expect(await all(0, { bytesMax: 10 })).toEqual([[1, 2], true])
  })
  test('behavior: a block longer than a page is told in the same order, on every channel', async () => {
    const channels = Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? 'a' : 'b'))
    await tell(channels, `"${'x'.repeat(3_000)}"`)
    const [{ pages }] = (await db().query({ label: 'n', sql: 'select count(*) as pages from feed' })) as [
      { pages: number },
    ]
    expect(pages).toBe(4)
    const seqsOf = (name: string) =>
      channels.flatMap((channel, index) => (channel === name ? [index + 1] : []))
    expect(await all(0, {})).toEqual([channels.map((_, index) => index + 1), false])
    expect(await some(['a'], 0)).toEqual([seqsOf('a'), 1_000])
    expect(await some(['b'], 5, {}, 30)).toEqual([seqsOf('b').filter((seq) => seq > 5 && seq <= 30), 30])
  })
})
