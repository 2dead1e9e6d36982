import { beforeEach, expect, test } from 'vitest'
import { alikeChannels } from '../../../test/support/alike-channels.ts'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { emptyTables, putRows } from '../../../test/support/rows.ts'
import { stakes } from '../chain/governance-tables.ts'
import { transactions } from '../chain/index-tables.ts'
import { markets, positions } from '../chain/market-tables.ts'
import { commits, rounds } from '../chain/oracle-tables.ts'
import { insertBuild } from '../statements/builds/insert-build.ts'
import { appendFeed } from './append-feed.ts'
import { findBookVersions } from './book-versions.ts'
import { findFeedHead } from './feed-head.ts'
import {
  findFallingDue,
  listEndingMarkets,
  listRevealsFallingDue,
  listWithdrawalsFallingDue,
} from './find-due.ts'
import { findKeptSpan } from './find-kept-span.ts'
import { findToldBlock } from './find-told-block.ts'
import { listFeed } from './list-feed.ts'
import { listUnsettledPositionRows } from './list-unsettled-position-rows.ts'
import { purgeFeed } from './purge-feed.ts'
import { skipFeed } from './skip-feed.ts'
import { listBuiltHere, listVenueTransactions } from './venue-transactions.ts'

describeOnBothDatabases('statements of the feed', (context) => {
  const db = () => context.database
  beforeEach(async () => {
    await emptyTables(
      db(),
      { name: 'feed' },
      { name: 'feed_channels' },
      { name: 'feed_books' },
      { name: 'builds' },
    )
    await emptyTables(db(), markets, positions, commits, rounds, stakes, transactions)
    await db().execute({ label: 'test-head', sql: 'update feed_head set first_seq = 1, last_seq = 0' })
  })

  const block = (height: number, version: number, count = 1) => ({
    height,
    hash: `hash ${height}`,
    timestampMs: 0,
    version,
    messages: Array.from({ length: count }, () => ({ channel: 'blocks', type: 'block', data: '{}' })),
  })
  const span = { fromMs: 1_000, toMs: 2_000 }
  const noHeights = { above: 0, upTo: 0 }
  const nothingDue = {
    confirmed: [],
    hasUnlocks: false,
    hasReveals: false,
    bookVersions: new Map(),
  }

  test('default: appendFeed: numbers without a gap, also of more rows than are written at once', async () => {
    const rows = Array.from({ length: 501 }, (_, i) => block(i + 1, i + 1))
    await appendFeed(db(), rows)
    await appendFeed(db(), [])
    expect(await findFeedHead(db())).toMatchObject({ firstSeq: 1, lastSeq: 501 })
    expect(await findToldBlock(db(), { height: 501, hash: 'hash 501' })).toBe(501)
    await appendFeed(db(), [block(502, 502, 2)])
    expect(await findFeedHead(db())).toMatchObject({ firstSeq: 1, lastSeq: 503 })
    const { rows: told } = await listFeed(db(), 499, { limit: 1_000, bytesMax: 1_000_000 })
    expect(told.map(({ seq, height }) => [seq, height])).toEqual([
      [500, 500],
      [501, 501],
      [502, 502],
      [503, 502],
    ])
  })
  test('error: appendFeed: without a head nothing is told, and who calls it hears so', async () => {
    const telling = db().transaction(async (tx) => {
      await tx.execute({ label: 'test-no-head', sql: 'delete from feed_head' })
      await appendFeed(tx, [block(1, 1)])
    })
    await expect(telling).rejects.toThrow('the feed has no head')
    expect(await findFeedHead(db())).toMatchObject({ firstSeq: 1, lastSeq: 0 })
  })
  test('behavior: skipFeed: leaves one number out, gives up what was before, and forgets the books', async () => {
    await appendFeed(db(), [block(1, 1), block(2, 2)], new Map([[7, 1]]))
    await skipFeed(db())
    expect(await findFeedHead(db())).toMatchObject({ firstSeq: 4, lastSeq: 3 })
    expect(await findBookVersions(db(), [7])).toEqual(new Map())
  })
  test('behavior: findBookVersions: the last one told, of the markets asked for', async () => {
    const books = new Map([
      [1, 10],
      [2, 20],
    ])
    await appendFeed(db(), [block(1, 10)], books)
    // More pages than are written at once.
    await appendFeed(
      db(),
      Array.from({ length: 101 }, (_, i) => block(i + 2, i + 11)),
      new Map([[1, 111]]),
    )
    await appendFeed(db(), [block(103, 112)])
    expect(await findBookVersions(db(), [1, 3])).toEqual(new Map([[1, 111]]))
    expect(await findBookVersions(db(), [2])).toEqual(new Map([[2, 20]]))
    expect(await findBookVersions(db(), [])).toEqual(new Map())
    const bookVersions = new Map([[1, 111]])
    expect(await findFallingDue(db(), span, noHeights, [1, 3])).toEqual({ ...nothingDue, bookVersions })
  })
  test('behavior: findKeptSpan: from the oldest block still kept, with the last version told of one', async () => {
    expect(await findKeptSpan(db(), 5)).toEqual({ oldest: null, newest: null, version: null })
    await appendFeed(db(), [block(4, 1), block(5, 2), block(6, 3), block(5, 4)])
    expect(await findKeptSpan(db(), 5)).toEqual({ oldest: 4, newest: null, version: 4 })
    await db().execute({ label: 'test-first', sql: 'update feed_head set first_seq = 2' })
    expect(await findKeptSpan(db(), 4)).toEqual({ oldest: 5, newest: null, version: null })
  })
  test('behavior: appendFeed: of a block of several pages the last one stands for it, and is kept longest', async () => {
    const data = `"${'x'.repeat(32_768)}"`
    const messages = new Array(3).fill({ channel: 'blocks', type: 'block', data })
    await appendFeed(db(), [block(4, 1), { ...block(5, 2), messages }, block(6, 3)])
    const sql = 'select height, version from feed order by last_seq'
    expect(await db().query({ label: 'test-pages', sql })).toEqual([
      { height: 4, version: 1 },
      { height: 5, version: null },
      { height: 5, version: null },
      { height: 5, version: 2 },
      { height: 6, version: 3 },
    ])
    const found = async (rowsMax: number) => {
      await purgeFeed(db(), { beforeMs: 0, rowsMax })
      const { oldest, version } = await findKeptSpan(db(), 5)
      return [oldest, version, await findToldBlock(db(), { height: 5, hash: 'hash 5' })]
    }
    expect(await found(5)).toEqual([4, 2, 4])
    // All that came after the block is still there.
    expect(await found(2)).toEqual([5, 2, 4])
    expect(await found(1)).toEqual([6, null, null])
  })
  test('behavior: findToldBlock: by height and hash, the last time it was told', async () => {
    await appendFeed(db(), [block(5, 1), block(6, 2), block(5, 3)])
    expect(await findToldBlock(db(), { height: 5, hash: 'hash 5' })).toBe(3)
    expect(await findToldBlock(db(), { height: 5, hash: 'hash 6' })).toBeNull()
    expect(await findToldBlock(db(), { height: 7, hash: 'hash 5' })).toBeNull()
  })
  test('behavior: purgeFeed: as many messages stay as may, and of those none before its time', async () => {
    /** The first message kept, and those of pages that are not gone: a page goes when all of it may. */
    const kept = async (beforeMs: number, rowsMax: number) => {
      expect(await purgeFeed(db(), { beforeMs, rowsMax })).toBe(false)
      const { rows } = await listFeed(db(), 0, { limit: 1_000, bytesMax: 1_000_000 })
      return [(await findFeedHead(db())).firstSeq, rows.map(({ seq }) => seq)]
    }
    await appendFeed(db(), [block(1, 1, 4), { ...block(2, 2, 5), timestampMs: 1_000 }, block(3, 3)])
    expect(await kept(0, 10)).toEqual([1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]])
    expect(await kept(0, 9)).toEqual([2, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]])
    expect(await kept(1_000, 9)).toEqual([5, [5, 6, 7, 8, 9, 10]])
    expect(await kept(1_000, 3)).toEqual([8, [5, 6, 7, 8, 9, 10]])
    expect(await kept(1_000, 1)).toEqual([10, [10]])
    expect(await kept(1_001, 1)).toEqual([11, []])
  })
  test('behavior: purgeFeed: of a page with two channels of one hash both entries go, and no other page’s', async () => {
    const told = (height: number, channels: readonly string[]) => ({
      ...block(height, height),
      messages: channels.map((channel) => ({ channel, type: 'order', data: '{}' })),
    })
    await appendFeed(db(), [told(1, alikeChannels), told(2, [alikeChannels[1]])])
    const entries = () =>
      db().query({ label: 'test-entries', sql: 'select last_seq as seq from feed_channels order by seq' })
    expect(await entries()).toEqual([{ seq: 2 }, { seq: 2 }, { seq: 3 }])
    expect(await purgeFeed(db(), { beforeMs: 0, rowsMax: 1 })).toBe(false)
    expect(await entries()).toEqual([{ seq: 3 }])
    expect(await purgeFeed(db(), { beforeMs: 0, rowsMax: 0 })).toBe(false)
    expect(await entries()).toEqual([])
  })
  test('behavior: purgeFeed: the entry that a page’s transactions share goes with it, and no other page’s', async () => {
    const told = (height: number, channels: readonly string[]) => ({
      ...block(height, height),
      messages: channels.map((channel) => ({ channel, type: 'included', data: '{}' })),
    })
    await appendFeed(db(), [told(1, ['tx:a', 'tx:b', 'tx', 'wallet:tx:a']), told(2, ['tx:a'])])
    const entries = () =>
      db().query({ label: 'test-entries', sql: 'select last_seq as seq from feed_channels order by seq' })
    expect(await entries()).toEqual([{ seq: 4 }, { seq: 4 }, { seq: 5 }])
    expect(await purgeFeed(db(), { beforeMs: 0, rowsMax: 1 })).toBe(false)
    expect(await entries()).toEqual([{ seq: 5 }])
    expect(await purgeFeed(db(), { beforeMs: 0, rowsMax: 0 })).toBe(false)
    expect(await entries()).toEqual([])
  })
  test('behavior: listEndingMarkets: open ones whose end is after the span’s begin and not after its end, and those of ids', async () => {
    const market = (id: number, endsAtMs: number, given = {}) =>
      ({ id, marketAddress: `market ${id}`, state: 'open', endsAtMs, ...given }) as const
    await putRows(db(), markets, [
      market(5, 2_000),
      market(1, 1_000),
      market(2, 1_001),
      market(3, 2_001),
      market(4, 1_500, { resolved: true }),
      market(6, 1_500, { state: 'proposed' }),
    ])
    expect((await listEndingMarkets(db(), span)).map(({ id }) => id)).toEqual([2, 5])
    expect((await listEndingMarkets(db(), span, [3, 5, 9])).map(({ id }) => id)).toEqual([2, 3, 5])
    const noTime = { fromMs: 1_000, toMs: 1_000 }
    expect(await listEndingMarkets(db(), noTime)).toEqual([])
    expect((await listEndingMarkets(db(), noTime, [4])).map(({ id }) => id)).toEqual([4])
    const many = Array.from({ length: 1_001 }, (_, at) => (at === 1_000 ? 6 : at + 100))
    expect((await listEndingMarkets(db(), span, many)).map(({ id }) => id)).toEqual([2, 5, 6])
  })
  test('behavior: findFallingDue and listRevealsFallingDue: votes not revealed, of rounds whose commits end in the span', async () => {
    await putRows(db(), markets, [{ id: 1, marketAddress: 'market 1' }])
    const round = (number: number, commitEndsAtMs: number, given = {}) => ({
      marketId: 1,
      round: number,
      commitEndsAtMs,
      revealEndsAtMs: 9_000,
      ...given,
    })
    await putRows(db(), rounds, [
      round(1, 1_000),
      round(2, 1_001),
      round(3, 2_000),
      round(4, 2_001),
      round(5, 1_500, { finalizedAtMs: 1_600 }),
    ])
    const commit = (id: number, ofRound: number, vote = 0) =>
      ({ id, marketId: 1, round: ofRound, voter: `voter ${id}`, vote }) as const
    await putRows(db(), commits, [
      commit(1, 1),
      commit(3, 3),
      commit(2, 2),
      commit(4, 4),
      commit(5, 5),
      commit(6, 2, 1),
    ])
    const due = (voter: string, dueAtMs: number) => ({
      voter,
      marketAddress: 'market 1',
      dueAtMs,
      endsAtMs: 9_000,
    })
    const reveals = [due('voter 2', 1_001), due('voter 3', 2_000)]
    expect(await listRevealsFallingDue(db(), span)).toEqual(reveals)
    expect(await findFallingDue(db(), span, noHeights, [])).toEqual({ ...nothingDue, hasReveals: true })
    const reverse = { fromMs: 2_000, toMs: 1_000 }
    expect(await listRevealsFallingDue(db(), reverse)).toEqual([])
    expect(await findFallingDue(db(), reverse, noHeights, [])).toEqual(nothingDue)
    const onlyFinal = { fromMs: 1_001, toMs: 1_999 }
    expect(await findFallingDue(db(), onlyFinal, noHeights, [])).toEqual(nothingDue)
    const onlyFirst = { fromMs: 999, toMs: 1_000 }
    expect(await findFallingDue(db(), onlyFirst, noHeights, [])).toEqual({ ...nothingDue, hasReveals: true })
  })
  test('behavior: findFallingDue and listWithdrawalsFallingDue: stakes that unlock in the span, by time and wallet', async () => {
    await putRows(db(), stakes, [
      { wallet: 'b', unlocking: 1n, unlockAtMs: 1_001 },
      { wallet: 'a', unlocking: 1n, unlockAtMs: 2_000 },
      { wallet: 'c', unlocking: 1n, unlockAtMs: 1_000 },
      { wallet: 'd', unlocking: 1n, unlockAtMs: 2_001 },
      { wallet: 'e', unlocking: 0n, unlockAtMs: 1_500 },
      { wallet: 'A', unlocking: 1n, unlockAtMs: 2_000 },
    ])
    const withdrawals = [
      { wallet: 'b', dueAtMs: 1_001 },
      { wallet: 'A', dueAtMs: 2_000 },
      { wallet: 'a', dueAtMs: 2_000 },
    ]
    expect(await listWithdrawalsFallingDue(db(), span, [])).toEqual(withdrawals)
    expect(await findFallingDue(db(), span, noHeights, [])).toEqual({ ...nothingDue, hasUnlocks: true })
    const nothing = { fromMs: 2_000, toMs: 2_000 }
    expect(await listWithdrawalsFallingDue(db(), nothing, [])).toEqual([])
    expect(await findFallingDue(db(), nothing, noHeights, [])).toEqual(nothingDue)
  })
  test('behavior: listWithdrawalsFallingDue: not before the last commit of the wallet is worked off', async () => {
    await putRows(
      db(),
      stakes,
      ['open', 'other', 'past', 'since'].map((wallet) => ({ wallet, unlocking: 1n, unlockAtMs: 1_500 })),
    )
    await putRows(db(), stakes, [
      { wallet: 'last', unlocking: 1n, unlockAtMs: 900 },
      { wallet: 'early', unlocking: 1n, unlockAtMs: 2_001 },
    ])
    const commit = (id: number, voter: string, workedOffAtMs: number | null) => ({
      ...{ id, marketId: 1, round: id, voter, workedOffAtMs },
    })
    await putRows(db(), commits, [
      ...[commit(1, 'open', 1_600), commit(2, 'open', null), commit(3, 'past', 800)],
      ...[commit(4, 'since', 1_700), commit(5, 'last', 2_000), commit(6, 'last', 700)],
      commit(7, 'early', 1_800),
    ])
    const workedOff = [
      ...[
        { wallet: 'open', atMs: 1_600 },
        { wallet: 'since', atMs: 1_600 },
      ],
      ...[
        { wallet: 'since', atMs: 1_700 },
        { wallet: 'last', atMs: 2_000 },
        { wallet: 'early', atMs: 1_800 },
      ],
    ]
    expect(await listWithdrawalsFallingDue(db(), span, workedOff)).toEqual([
      { wallet: 'other', dueAtMs: 1_500 },
      { wallet: 'past', dueAtMs: 1_500 },
      { wallet: 'since', dueAtMs: 1_700 },
      { wallet: 'last', dueAtMs: 2_000 },
    ])
  })
  test('behavior: listUnsettledPositionRows: of the markets named, by id', async () => {
    await putRows(db(), positions, [
      { id: 3, marketId: 1, userAddress: 'a', positionType: 'yes' },
      { id: 1, marketId: 2, userAddress: 'a', positionType: 'yes' },
      { id: 2, marketId: 1, userAddress: 'b', positionType: 'yes', isSettled: true },
      { id: 4, marketId: 3, userAddress: 'a', positionType: 'yes' },
    ])
    const list = (...ids: number[]) => db().transaction((tx) => listUnsettledPositionRows(tx, ids))
    expect((await list(1, 2)).map(({ id }) => id)).toEqual([1, 3])
    expect(await list()).toEqual([])
  })
  test('behavior: listBuiltHere: those of which a build is stored', async () => {
    await insertBuild(db(), {
      requestHash: 'request',
      kind: 'place-order',
      signerAddress: 'signer',
      body: 'body',
      hasClientRef: false,
      txId: 'ours',
      response: 'response',
      summary: 'summary',
      createdAtMs: 1,
      expiresAtMs: 2,
      inputs: [],
    })
    expect(await listBuiltHere(db(), ['ours', 'theirs'])).toEqual(['ours'])
    expect(await listBuiltHere(db(), [])).toEqual([])
  })
  test('behavior: listVenueTransactions and findFallingDue: above one height, up to another, the venue’s only', async () => {
    await putRows(db(), transactions, [
      { txId: 'd', height: 6, isVenue: true },
      { txId: 'b', height: 5, isVenue: true },
      { txId: 'a', height: 4, isVenue: true },
      { txId: 'c', height: 5, isVenue: false },
      { txId: 'e', height: 7, isVenue: true },
    ])
    const confirmed = [
      { txId: 'b', height: 5 },
      { txId: 'd', height: 6 },
    ]
    expect(await listVenueTransactions(db(), 4, 6)).toEqual(confirmed)
    expect(await findFallingDue(db(), span, { above: 4, upTo: 6 }, [])).toEqual({ ...nothingDue, confirmed })
  })
})
