import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createStory } from '../simulation/indexer/story.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'

interface Row {
  readonly [column: string]: string | number | boolean | null
}

const nobody = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'

describeOnBothDatabases('history', (context) => {
  let api: TestApi
  let height = 0
  const books = new Map<string, unknown>()
  let tables: Record<'activity' | 'trades' | 'orders' | 'markets' | 'stakes' | 'votes' | 'bonds', Row[]>

  const rows = (table: string) =>
    context.database.query<Row>({ label: `test-${table}`, sql: `select * from ${table}` })
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await api.request('GET', url, { headers })
    expect({ url, status: answer.status, body: answer.status === 200 ? '' : answer.body }).toEqual({
      url,
      status: 200,
      body: '',
    })
    return answer
  }
  const json = async (url: string) => (await get(url)).json()
  const markets = async () => (await rows('markets')).map((row) => String(row.market_address))

  beforeAll(async () => {
    api = await createTestApi({ database: context.database })
    const story = createStory()
    story.mine(100)
    await catchUp(makeIndexer(story.chain, context.database))
    // From here on every book is kept as it was served.
    for (let step = 0; step < 30; step++) {
      story.mine(1)
      await catchUp(makeIndexer(story.chain, context.database))
      for (const market of await markets()) {
        const book = await json(`/v1/markets/${market}/orderbook?depth=999`)
        books.set(`${market}|${book.blockHeight}`, book)
        height = book.blockHeight
      }
      if (step === 20) {
        story.fork(5, 'b')
        await catchUp(makeIndexer(story.chain, context.database))
        for (const key of books.keys()) if (Number(key.split('|')[1]) > height - 5) books.delete(key)
      }
    }
    tables = {
      activity: await rows('activity'),
      trades: await rows('trades'),
      orders: await rows('orders'),
      markets: await rows('markets'),
      stakes: await rows('stakes'),
      votes: await rows('votes'),
      bonds: await rows('bonds'),
    }
  })
  afterAll(() => api?.close())

  test('default: the book after an earlier block is the one that was served then', async () => {
    expect(books.size).toBeGreaterThan(30)
    let [levels, earlier] = [0, 0]
    for (const [key, book] of books) {
      const [market, at] = key.split('|')
      const then = await json(`/v1/markets/${market}/orderbook?depth=999&atHeight=${at}`)
      // A block that a reorganisation went back to has the revision of that.
      expect({ ...then, version: 0 }).toEqual({ ...(book as object), version: 0 })
      levels += then.yes.bids.length + then.yes.asks.length
      earlier += Number(at) < height ? 1 : 0
    }
    expect(Math.min(levels, earlier)).toBeGreaterThan(20)
    const [market] = [...books.keys()][0]!.split('|')
    const shallow = await json(`/v1/markets/${market}/orderbook?depth=1&atHeight=${height}`)
    expect(shallow).toEqual(await json(`/v1/markets/${market}/orderbook?depth=1`))
  })

  test('error: a book that is not kept is refused with the blocks that are', async () => {
    const [market] = [...books.keys()][0]!.split('|')
    const { message, details } = (
      await api.request('GET', `/v1/markets/${market}/orderbook?atHeight=${height + 1}`)
    ).json()
    expect(details).toEqual({
      field: 'atHeight',
      received: String(height + 1),
      oldest: expect.any(Number),
      newest: height,
    })
    expect(message).toBe(`books are kept from block ${details.oldest} to block ${height}`)
    expect((await api.request('GET', `/v1/markets/${nobody}/orderbook?atHeight=${height}`)).status).toBe(404)
  })

  test('default: a wallet’s history is all it did, newest first, under every filter', async () => {
    const wallets = [...new Set(tables.activity.map((row) => String(row.wallet)))]
    expect(new Set(tables.activity.map(({ type }) => type)).size).toBeGreaterThan(15)
    for (const wallet of [...wallets.slice(0, 4), nobody]) {
      const own = tables.activity
        .filter((row) => row.wallet === wallet)
        .sort((a, b) => Number(b.id) - Number(a.id))
      const walk = async (query: string) => {
        const ids: number[] = []
        for (let cursor = ''; ; ) {
          const page = await json(`/v1/users/${wallet}/activity?limit=50${query}${cursor}`)
          ids.push(...page.activity.map(({ id }: { id: number }) => id))
          if (page.pagination.nextCursor === null) {
            expect(page.pagination.total).toBe(ids.length)
            return ids
          }
          cursor = `&cursor=${page.pagination.nextCursor}`
        }
      }
      expect(await walk('')).toEqual(own.map(({ id }) => id))
      for (const type of ['order-filled', 'order-cancelled', 'staked', 'liquidity-added'])
        expect(await walk(`&type=${type}`)).toEqual(
          own.filter((row) => row.type === type).map(({ id }) => id),
        )
      const { id, market_address } = tables.markets[0]!
      const there = own.filter((row) => row.market_id === id).map((row) => row.id)
      expect(await walk(`&marketAddress=${market_address}`)).toEqual(there)
      expect(await walk(`&marketId=${id}`)).toEqual(there)
    }
  })

  test('behavior: fills, placements and votes are told once for each who took part, to the unit', () => {
    const of = (type: string) => tables.activity.filter((row) => row.type === type)
    expect(of('order-placed').length).toBe(tables.orders.length)
    expect(of('voted').length).toBe(tables.votes.length)
    expect(of('outcome-submitted').length + of('outcome-disputed').length).toBe(tables.bonds.length)
    const fills = of('order-filled')
    expect(fills.length).toBe(2 * tables.trades.length)
    for (const trade of tables.trades) {
      const both = fills.filter((row) => row.reference === trade.id)
      const [maker, taker] = ['maker', 'taker'].map((note) => both.find((row) => row.note === note)!)
      expect([maker!.wallet, taker!.wallet]).toEqual([trade.maker_address, trade.taker_address])
      const signed = (row: Row, amount: Row[string]) =>
        row.side === 'buy' ? -BigInt(String(amount)) : BigInt(String(amount))
      expect(BigInt(String(taker!.collateral))).toBe(signed(taker!, trade.taker_collateral!))
      expect(BigInt(String(maker!.collateral))).toBe(signed(maker!, trade.maker_collateral!))
      expect([taker!.fee, taker!.price, taker!.side, taker!.outcome]).toEqual([
        trade.fee,
        trade.price,
        trade.side,
        trade.outcome,
      ])
    }
    // Every order that is over says why: filled, or cancelled once.
    const cancelled = tables.orders.filter(({ status }) => status === 'cancelled').length
    expect(of('order-cancelled').length).toBe(cancelled)
  })

  test('behavior: as CSV it is the same page, its cursor in a header', async () => {
    const wallet = String(tables.activity.at(-1)!.wallet)
    const url = `/v1/users/${wallet}/activity?limit=20`
    const { activity, pagination } = await json(url)
    const { headers, body } = await get(url, { accept: 'text/csv, application/json', 'if-none-match': '*' })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['x-next-cursor'] ?? null).toBe(pagination.nextCursor)
    expect(headers.vary).toContain('Accept')
    const [names, ...lines] = body.trimEnd().split('\r\n')
    expect(names).toBe(
      'id,type,at,blockHeight,txId,marketAddress,marketId,orderId,side,outcome,price,quantity,collateral,fee,native,stake,reference,note',
    )
    expect(lines).toEqual(
      activity.map((row: Record<string, unknown>) =>
        names!
          .split(',')
          .map((name) => row[name] ?? '')
          .join(','),
      ),
    )
    expect((await get(url, { accept: 'application/json, text/csv' })).headers['content-type']).toContain(
      'application/json',
    )
  })

  test('behavior: what a wallet should do now', async () => {
    const [{ timestamp_ms: now }] = (await rows('checkpoint')) as unknown as [{ timestamp_ms: number }]
    const seen = new Set<string>()
    const positions = await rows('positions')
    for (const wallet of new Set(tables.activity.map((row) => String(row.wallet)))) {
      const { actions } = await json(`/v1/users/${wallet}/actions`)
      for (const { action } of actions) seen.add(action)
      const of = (name: string) => actions.filter(({ action }: { action: string }) => action === name)
      const stake = tables.stakes.find((row) => row.wallet === wallet)
      const matured = BigInt(String(stake?.unlocking ?? 0)) > 0n && Number(stake!.unlock_at_ms) <= now
      expect(of('withdraw').map(({ amount }: { amount: string }) => amount)).toEqual(
        matured ? [String(stake!.unlocking)] : [],
      )
      const expiring = tables.orders.filter(
        (row) =>
          row.trader === wallet &&
          row.status === 'open' &&
          row.expires_at_ms !== null &&
          Number(row.expires_at_ms) <= now + 3_600_000,
      )
      expect(of('order-expiring').length).toBe(Math.min(50, expiring.length))
      const unsettled = positions.filter(
        (row) =>
          row.user_address === wallet &&
          !row.is_settled &&
          tables.markets.some(({ id, resolved }) => id === row.market_id && resolved),
      )
      for (const { marketId } of of('settle'))
        expect(unsettled.map(({ market_id }) => market_id)).toContain(marketId)
      const dates = actions.map(({ by }: { by: string | null }) => by).filter(Boolean)
      expect(dates).toEqual([...dates].sort())
    }
    expect([...seen].sort()).toEqual(expect.arrayContaining(['claim-bond', 'settle', 'vote']))
    expect(await json(`/v1/users/${nobody}/actions`)).toEqual({ actions: [] })
  })
})
