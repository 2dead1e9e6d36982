import { addressFromContractId } from '@alephium/web3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIndexView } from '../../src/api/index.ts'
import { type CandleInterval, candleIntervals } from '../../src/domain/index.ts'
import { systemClock } from '../../src/kit/index.ts'
import { candles as candleTable, markets as marketTable } from '../../src/store/index.ts'
import { putCheckpoint } from '../../src/store/writes/indexer.ts'
import { toIso } from '../../src/wire/index.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createStory } from '../simulation/indexer/story.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { putRows } from '../support/rows.ts'

interface Trade {
  readonly price: number
  readonly outcome: string
  readonly amount: string
  readonly atMs: number
}

describeOnBothDatabases('candles', (context) => {
  let api: TestApi
  let market = ''
  let trades: Trade[] = []
  let servedMs = 0

  beforeAll(async () => {
    const story = createStory()
    story.mine(120)
    await catchUp(makeIndexer(story.chain, context.database))
    // What the branch that is left had put into candles is undone.
    story.fork(20, 'b')
    await catchUp(makeIndexer(story.chain, context.database))
    servedMs = story.chain.main.at(-1)!.timestampMs
    const [busiest] = await context.database.query<{ id: number; address: string }>({
      label: 'test-market',
      sql: 'select id, market_address as address from markets order by trade_count desc, id limit 1',
    })
    market = busiest!.address
    trades = await context.database.query<Trade>({
      label: 'test-trades',
      sql: `select price, outcome, amount_usd as amount, filled_at_ms as "atMs" from trades where market_id = ${busiest!.id} order by id`,
    })
    api = await createTestApi({ database: context.database })
  })
  afterAll(() => api?.close())

  const get = async (query: string) => {
    const { status, json } = await api.request('GET', `/v1/markets/${market}/candles?${query}`)
    return { status, body: json() }
  }
  const yes = ({ price, outcome }: Trade): number => (outcome === 'yes' ? price : 1000 - price)

  test.each(Object.keys(candleIntervals) as CandleInterval[])(
    'default: %s candles are what the trades say',
    async (interval) => {
      const lengthMs = candleIntervals[interval]
      const startOf = (ms: number) => ms - (ms % lengthMs)
      const first = Math.max(startOf(trades[0]!.atMs), startOf(servedMs) - 1_499 * lengthMs)
      const query = `interval=${interval}&from=${toIso(first)}&to=${toIso(startOf(servedMs) + lengthMs)}`
      const { status, body } = await get(query)
      expect(status).toBe(200)
      let close = trades
        .filter(({ atMs }) => atMs < first)
        .map(yes)
        .at(-1)
      const expected = []
      for (let start = first; start <= servedMs; start += lengthMs) {
        const own = trades.filter(({ atMs }) => startOf(atMs) === start)
        const prices = own.length === 0 ? [close!] : own.map(yes)
        close = prices.at(-1)!
        expected.push({
          start: toIso(start),
          open: prices[0],
          high: Math.max(...prices),
          low: Math.min(...prices),
          close,
          volume: String(own.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
          trades: own.length,
        })
      }
      expect(body.interval).toBe(interval)
      expect(
        body.candles.map(({ bestBidYes: _bid, bestAskYes: _ask, ...rest }: Record<string, unknown>) => rest),
      ).toEqual(expected)
      const { json } = await api.request('GET', `/v1/markets/${market}`)
      const { bestBidYes, bestAskYes } = json()
      expect(body.candles.at(-1)).toMatchObject({ bestBidYes, bestAskYes })
    },
  )

  test('behavior: nothing before the first trade, nothing after the served block', async () => {
    const day = candleIntervals['1d']
    const from = toIso(trades[0]!.atMs - 20 * day)
    const { body } = await get(`interval=1d&from=${from}&to=${toIso(servedMs + 20 * day)}`)
    expect(body.candles[0].start).toBe(toIso(trades[0]!.atMs - (trades[0]!.atMs % day)))
    expect(body.candles.at(-1).start).toBe(toIso(servedMs - (servedMs % day)))
  })

  test('behavior: without a span the last 300 intervals up to the served block', async () => {
    const { body } = await get('interval=1m')
    expect(body.candles.at(-1).start).toBe(toIso(servedMs - (servedMs % 60_000)))
    expect(body.candles.length).toBeLessThanOrEqual(300)
  })

  test('error: more than 1,500 candles, a span that ends before it begins, no time, no market', async () => {
    const long = await get(`interval=1m&from=${toIso(servedMs - 1_501 * 60_000)}&to=${toIso(servedMs)}`)
    expect([long.status, long.body.details.field]).toEqual([400, 'from'])
    const backwards = await get(`from=${toIso(servedMs)}&to=${toIso(servedMs - 86_400_000)}`)
    expect([backwards.status, backwards.body.details.field]).toEqual([400, 'from'])
    const never = await get('from=2026-02-31T00:00:00.000Z')
    expect([never.status, never.body.details.field]).toEqual([400, 'from'])
    const { status } = await api.request('GET', `/v1/markets/${market.slice(0, -1)}x/candles`)
    expect(status).toBe(404)
  })
})

describeOnBothDatabases('candles whose block is at the edge of an interval', (context) => {
  const market = addressFromContractId('cd'.repeat(32))
  const minute = candleIntervals['1m']
  const servedMs = 1_763_164_800_000
  let api: TestApi

  beforeAll(async () => {
    const line = { networkId: 4, genesisHash: 'g', startHeight: 0, finalHeight: 0, hash: 'h' }
    await putCheckpoint(context.database, { ...line, height: 7, timestampMs: servedMs, revision: 3 })
    await putRows(context.database, marketTable, [{ id: 1, marketAddress: market, eventId: null }])
    const prices = { open: 400, high: 400, low: 400, close: 400 }
    await putRows(context.database, candleTable, [
      { marketId: 1, interval: '1m', startMs: servedMs - 2 * minute, ...prices, volume: 1n, trades: 1 },
    ])
    api = await createTestApi({ database: context.database })
  })
  afterAll(() => api?.close())

  const startsOf = async (query: string) => {
    const { status, json } = await api.request('GET', `/v1/markets/${market}/candles?interval=1m${query}`)
    return status === 200 ? json().candles.map(({ start }: { start: string }) => start) : status
  }
  const span = (fromMs: number, toMs: number) => `&from=${toIso(fromMs)}&to=${toIso(toMs)}`
  const served = [servedMs - 2 * minute, servedMs - minute, servedMs].map(toIso)

  test('default: the interval that the served block begins is the last one', async () => {
    expect(await startsOf('')).toEqual(served)
    expect(await startsOf(span(servedMs - 5 * minute, servedMs + 5 * minute))).toEqual(served)
  })
  test('behavior: a span of no length has no candles, one that ends before it begins is refused', async () => {
    expect(await startsOf(span(servedMs, servedMs))).toEqual([])
    expect(await startsOf(span(servedMs + minute, servedMs))).toBe(400)
  })
  test('behavior: 1,500 candles are answered, one more is refused', async () => {
    const endMs = servedMs + minute
    expect(await startsOf(span(endMs - 1_500 * minute, endMs))).toEqual(served)
    expect(await startsOf(span(endMs - 1_501 * minute, endMs))).toBe(400)
  })
  test('behavior: a block that came since the index was last looked at has its interval, also from the cache', async () => {
    const index = createIndexView({ database: context.database, clock: systemClock, ageMaxMs: 3_600_000 })
    const late = await createTestApi({ database: context.database, parts: { index } })
    const ask = async () => {
      const { headers, json } = await late.request('GET', `/v1/markets/${market}/candles?interval=1m`)
      return [headers['x-block-height'], json().candles.at(-1).start]
    }
    await index.current()
    const line = { networkId: 4, genesisHash: 'g', startHeight: 0, finalHeight: 0, hash: 'h' }
    const atMs = servedMs + minute
    await putCheckpoint(context.database, { ...line, height: 8, timestampMs: atMs, revision: 4 })
    const last = ['8', toIso(atMs)]
    expect([await ask(), await ask()]).toEqual([last, last])
    await late.close()
  })
})
