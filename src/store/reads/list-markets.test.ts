import { expect, onTestFinished, test } from 'vitest'
import {
  createTestDatabase,
  describeOnBothDatabases,
  describeOnServer,
} from '../../../test/support/database.ts'
import { putRows } from '../../../test/support/rows.ts'
import { putCheckpoint } from '../chain/checkpoint.ts'
import { markets } from '../chain/market-tables.ts'
import type { CursorPosition } from '../cursor.ts'
import type { Lister, Statement } from '../database.ts'
import { listMarkets, type MarketFilter, type MarketOrder } from './list-markets.ts'

/** Volumes and ends come twice, so that ids decide between equals. */
const all = Array.from({ length: 24 }, (_, n) => ({
  id: n + 1,
  marketAddress: `market ${n + 1}`,
  question: n % 3 === 0 ? 'Will it rain?' : 'Will it snow?',
  category: n % 4 === 0 ? 'weather' : 'sports',
  volume: BigInt(100 * (n % 12)),
  endsAtMs: 1_000 * (n % 8),
  resolved: n % 5 === 0,
}))
type Market = (typeof all)[number]

const filters: readonly (readonly [MarketFilter, (market: Market) => boolean])[] = [
  [{ status: 'all', minVolume: 500n }, ({ volume }) => volume >= 500n],
  [{ status: 'open', minVolume: 1_100n }, ({ volume, resolved }) => volume >= 1_100n && !resolved],
  [
    { status: 'resolved', websearch: 'rain' },
    ({ question, resolved }) => question.includes('rain') && resolved,
  ],
  [{ status: 'all', websearch: '-rain' }, ({ question }) => !question.includes('rain')],
  [{ status: 'all', websearch: '-the' }, () => false],
  [{ status: 'all', endsFromMs: 2_000, endsToMs: 3_000 }, ({ endsAtMs }) => endsAtMs === 2_000],
  [
    { status: 'all', category: 'weather', minVolume: 1n },
    ({ category, volume }) => category === 'weather' && volume > 0n,
  ],
  [{ status: 'all', minVolume: 9_999n }, () => false],
]
const sorts: readonly (readonly [MarketOrder['sort'], (market: Market) => number])[] = [
  ['created-at', ({ id }) => id],
  ['volume', ({ volume }) => Number(volume)],
  ['ends-at', ({ endsAtMs }) => endsAtMs],
]
/** How many markets the counters tell of: with the true number matches are walked, with a million they are collected. */
const ways = [
  ['walked', 24],
  ['collected', 1_000_000],
] as const

describeOnBothDatabases('a list of few markets', (context) => {
  test.each(ways)('behavior: %s, it has the same pages', async (_way, counted) => {
    const { database } = context
    await database.execute({ label: 'empty', sql: 'truncate markets, list_counts' })
    await putRows(database, markets, all)
    await database.execute({
      label: 'count',
      sql: `insert into list_counts (scope, key, n) values ('markets', 'open', ${counted - 5}), ('markets', 'resolved', 5)`,
    })
    for (const [filter, matches] of filters)
      for (const [sort, keyOf] of sorts)
        for (const order of ['asc', 'desc'] as const) {
          const sign = order === 'asc' ? 1 : -1
          const ids = all
            .filter(matches)
            .sort((a, b) => sign * (keyOf(a) - keyOf(b) || a.id - b.id))
            .map(({ id }) => id)
          // What only excludes is counted by the counters, which are not true here.
          const total = counted === 24 || filter.websearch !== '-rain' ? ids.length : counted - 8
          const list = (page: { after?: CursorPosition | null; offset?: number }, countUpTo?: number) =>
            listMarkets(
              database,
              filter,
              { sort, order, fields: ['id'], countUpTo },
              {
                limit: 3,
                after: page.after ?? null,
                offset: BigInt(page.offset ?? 0),
              },
            )
          const idsOf = (records: string) =>
            (JSON.parse(`[${records}]`) as { id: number }[]).map(({ id }) => id)

          const walked: number[] = []
          for (let after: CursorPosition | null | undefined; after !== null; ) {
            const page = await list({ after: after ?? null })
            expect(page.total).toBe(total)
            walked.push(...idsOf(page.records))
            after = page.last
          }
          expect(walked).toEqual(ids)
          expect((await list({}, 2)).total).toBe(Math.min(total, 2))
          if (total !== ids.length) continue
          for (let offset = 3; offset < ids.length + 3; offset += 3) {
            const page = await list({ offset })
            expect([page.total, ...idsOf(page.records)]).toEqual([total, ...ids.slice(offset, offset + 3)])
          }
        }
  })
  test('behavior: a market that ends with the served block is closed: each is in one list of open and closed', async () => {
    const { database } = context
    await database.execute({ label: 'empty', sql: 'truncate markets, list_counts' })
    const servedMs = 1_700_000_000_000
    await putCheckpoint(database, {
      networkId: 4,
      genesisHash: '00'.repeat(32),
      startHeight: 0,
      height: 7,
      hash: '11'.repeat(32),
      timestampMs: servedMs,
      finalHeight: 0,
      revision: 1,
    })
    const ending = (id: number, state: 'open' | 'closed', endsAtMs: number) => {
      return { id, marketAddress: `market ${id}`, state, endsAtMs }
    }
    await putRows(database, markets, [
      ending(1, 'open', servedMs - 1),
      ending(2, 'open', servedMs),
      ending(3, 'open', servedMs + 1),
      ending(4, 'closed', servedMs + 1),
    ])
    const idsOf = async (state: 'open' | 'closed') => {
      const order = { sort: 'created-at', order: 'asc', fields: ['id'] } as const
      const page = { limit: 10, after: null, offset: 0n }
      const { records, total } = await listMarkets(database, { status: 'all', state }, order, page)
      return [total, ...(JSON.parse(`[${records}]`) as { id: number }[]).map(({ id }) => id)]
    }
    expect([await idsOf('open'), await idsOf('closed')]).toEqual([
      [1, 3],
      [3, 1, 2, 4],
    ])
  })
})

describeOnServer('a list of many markets', () => {
  test('behavior: a page far down a search is not walked to through all markets', async () => {
    const own = await createTestDatabase('server')
    const database = await own.open()
    onTestFinished(async () => {
      await database.close()
      await own.drop()
    })
    // One of 22 matches: more are walked than are collected, and to walk to the page is longer than to sort them all.
    const marketCount = 22_000
    await putRows(
      database,
      markets,
      Array.from({ length: marketCount }, (_, n) => ({
        id: n + 1,
        marketAddress: `market ${n + 1}`,
        question: n % 22 === 0 ? 'Will it rain?' : 'Will it snow?',
        volume: BigInt((n * 7_919) % marketCount),
      })),
    )
    await database.execute({
      label: 'count',
      sql: `insert into list_counts (scope, key, n) values ('markets', 'open', ${marketCount})`,
    })
    await database.execute({ label: 'analyze', sql: 'analyze markets' })

    const asked: Statement[] = []
    const noting: Lister = {
      query: (statement) => {
        asked.push(statement)
        return database.query(statement)
      },
      together: (work) => work(noting),
    }
    const page = { limit: 20, after: null, offset: 400n }
    const filter = { status: 'open', websearch: 'rain' } as const
    const listed = await listMarkets(noting, filter, { sort: 'volume', order: 'desc', fields: ['id'] }, page)
    expect(listed.total).toBe(marketCount / 22)

    const { label, sql, values = [] } = asked.at(-1)!
    const explain = `explain (analyze, timing off, format json) ${sql}`
    const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
      label,
      sql: explain,
      values,
    })
    expect(indexesUsed(row!['QUERY PLAN'][0].Plan)).not.toContain('markets_volume')
  })
})

interface PlanNode {
  readonly 'Index Name'?: string
  readonly 'Actual Loops': number
  readonly Plans?: readonly PlanNode[]
}

/** Indexes that were not only planned with but used. */
const indexesUsed = ({
  'Index Name': name,
  'Actual Loops': loops,
  Plans = [],
}: PlanNode): readonly string[] => [
  ...(name === undefined || loops === 0 ? [] : [name]),
  ...Plans.flatMap(indexesUsed),
]
