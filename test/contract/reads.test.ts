import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { groupOfAddress } from '../../src/alephium/index.ts'
import { createIndexView } from '../../src/api/index.ts'
import { createManualClock, systemTimers } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import { toIso } from '../../src/wire/index.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createScriptedChain } from '../simulation/indexer/scripted-chain.ts'
import { createWorld } from '../simulation/indexer/world.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { paperDeployment } from '../support/venue/paper-venue.ts'

// A made-up but lawful history fills the index; every list is then compared with the same question answered by plain
// filters and sorts over the raw rows.

interface Row {
  readonly id: number
  readonly [column: string]: unknown
}

const blocks = 160
const nobody = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'

describeOnBothDatabases('reads', (context) => {
  let api: TestApi
  const chain = createScriptedChain()
  const world = createWorld({ actionsMax: 12 })
  let mined = 0
  const mine = (count: number): void => {
    for (; count > 0; count--) chain.mine({ ...world.makeBlock(`reads ${++mined}`), salt: `reads ${mined}` })
  }
  const follow = () => catchUp(makeIndexer(chain, context.database))

  beforeAll(async () => {
    mine(blocks)
    await follow()
    api = await createTestApi({ database: context.database })
  })
  afterAll(() => api?.close())

  const rowsOf = (table: string, database: Database = context.database): Promise<Row[]> =>
    database.query<Row>({ label: `test-${table}`, sql: `select * from ${table}` })

  const get = async (url: string) => {
    const answer = await api.request('GET', url)
    expect({ url, status: answer.status, body: answer.status === 200 ? '' : answer.body }).toEqual({
      url,
      status: 200,
      body: '',
    })
    return answer.json()
  }

  /** All ids of a list: by cursor with a small and a large stride, and by page. The three must agree. */
  async function walk(path: string, name: string, query: Record<string, string> = {}): Promise<number[]> {
    const urlOf = (more: Record<string, string>) => `${path}?${new URLSearchParams({ ...query, ...more })}`
    const byCursor = async (limit: number): Promise<number[]> => {
      const ids: number[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await get(urlOf({ limit: String(limit), ...(cursor === undefined ? {} : { cursor }) }))
        ids.push(...page[name].map((row: Row) => row.id))
        expect(page.pagination.limit).toBe(limit)
        expect(page.pagination.page).toBe(0)
        cursor = page.pagination.nextCursor
        if (cursor === null) expect(page.pagination.total).toBe(ids.length)
      }
      return ids
    }
    const ids = await byCursor(200)
    expect(await byCursor(23)).toEqual(ids)
    const paged: number[] = []
    for (let page = 0; page * 23 < ids.length + 1; page++) {
      const answer = await get(urlOf({ limit: '23', page: String(page) }))
      paged.push(...answer[name].map((row: Row) => row.id))
      expect(answer.pagination).toMatchObject({ page, total: ids.length })
    }
    expect(paged).toEqual(ids)
    const beyond = await get(urlOf({ page: '9007199254740991' }))
    expect(beyond[name]).toEqual([])
    expect(beyond.pagination).toMatchObject({ page: 9007199254740991, total: ids.length, nextCursor: null })
    return ids
  }

  const idsBy = (rows: readonly Row[], key: (row: Row) => bigint, order: 'asc' | 'desc'): number[] => {
    const sign = order === 'asc' ? 1 : -1
    return [...rows]
      .sort((a, b) => {
        const [x, y] = [key(a), key(b)]
        return sign * (x === y ? a.id - b.id : x < y ? -1 : 1)
      })
      .map(({ id }) => id)
  }
  const newestFirst = (rows: readonly Row[]): number[] => idsBy(rows, () => 0n, 'desc')
  const columnKey = (column: string | null) => (row: Row) =>
    column === null ? 0n : BigInt(row[column] as string | number)

  test('default: the history has enough of everything to ask about', async () => {
    for (const [table, least] of [
      ['markets', 3],
      ['events', 1],
      ['orders', 100],
      ['trades', 30],
      ['positions', 10],
      ['proposals', 5],
      ['parlays', 2],
    ] as const)
      expect({ table, enough: (await rowsOf(table)).length >= least }).toEqual({ table, enough: true })
  })

  test('behavior: orders by wallet, market and status', async () => {
    const orders = await rowsOf('orders')
    const markets = await rowsOf('markets')
    const traders = [...new Set(orders.map((order) => order.trader as string))].slice(0, 2)
    for (const trader of [...traders, nobody]) {
      const own = orders.filter((order) => order.trader === trader)
      const path = `/v1/users/${trader}/orders`
      expect(await walk(path, 'orders')).toEqual(newestFirst(own.filter((order) => order.status === 'open')))
      for (const status of ['open', 'filled', 'cancelled', 'all']) {
        const some = own.filter((order) => status === 'all' || order.status === status)
        expect(await walk(path, 'orders', { status })).toEqual(newestFirst(some))
        for (const market of markets.slice(0, 2)) {
          const query = { status, marketAddress: market.market_address as string }
          const there = some.filter((order) => order.market_id === market.id)
          expect(await walk(path, 'orders', query)).toEqual(newestFirst(there))
        }
      }
      expect(await walk(path, 'orders', { marketAddress: nobody })).toEqual([])
    }
  })

  test('behavior: every list of a wallet is narrowed to a market by its address, its id, or both', async () => {
    const markets = await rowsOf('markets')
    const trades = await rowsOf('trades')
    const legs = (row: Row) => row.legs as readonly { readonly marketAddress: string }[]
    const lists = {
      orders: { rows: await rowsOf('orders'), owners: (row: Row) => [row.trader], query: { status: 'all' } },
      positions: { rows: await rowsOf('positions'), owners: (row: Row) => [row.user_address], query: {} },
      portfolio: { rows: await rowsOf('positions'), owners: (row: Row) => [row.user_address], query: {} },
      trades: { rows: trades, owners: (row: Row) => [row.maker_address, row.taker_address], query: {} },
      parlays: { rows: await rowsOf('parlays'), owners: (row: Row) => [row.maker, row.taker], query: {} },
    }
    let found = 0
    for (const [list, { rows, owners, query }] of Object.entries(lists)) {
      const wallet = owners(rows[0]!)[0] as string
      const name = list === 'portfolio' ? 'positions' : list
      for (const { id, market_address } of markets.slice(0, 3)) {
        const isThere = (row: Row) =>
          list === 'parlays'
            ? legs(row).some(({ marketAddress }) => marketAddress === market_address)
            : row.market_id === id
        const there = newestFirst(rows.filter((row) => owners(row).includes(wallet) && isThere(row)))
        found += there.length
        const path = `/v1/users/${wallet}/${list}`
        const marketAddress = String(market_address)
        for (const filter of [
          { marketAddress },
          { marketId: String(id) },
          { marketAddress: `${marketAddress}:0`, marketId: String(id) },
        ])
          expect(await walk(path, name, { ...query, ...filter })).toEqual(there)
        expect(await walk(path, name, { ...query, marketAddress, marketId: '0' })).toEqual([])
      }
      expect(await walk(`/v1/users/${wallet}/${list}`, name, { ...query, marketAddress: nobody })).toEqual([])
    }
    expect(found).toBeGreaterThan(20)
  })

  test('behavior: a cursor got under one spelling of a wallet works under the other', async () => {
    const traders = [...new Set((await rowsOf('orders')).map((order) => String(order.trader)))]
    const trader = traders.find((wallet) => groupOfAddress(wallet) === 0)!
    const first = await get(`/v1/users/${trader}/orders?status=all&limit=2`)
    const { nextCursor } = first.pagination
    const [plain, ...suffixed] = await Promise.all(
      [trader, `${trader}:0`, `${trader}%3A0`].map((wallet) =>
        get(`/v1/users/${wallet}/orders?status=all&limit=2&cursor=${nextCursor}`),
      ),
    )
    expect(plain.orders).toHaveLength(2)
    expect(suffixed).toEqual([plain, plain])
    const other = await api.request('GET', `/v1/users/${trader}:1/orders?status=all&cursor=${nextCursor}`)
    expect(other.status).toBe(400)
  })

  test('behavior: who voted for a proposal, newest first', async () => {
    const votes = await rowsOf('votes')
    const proposals = await rowsOf('proposals')
    for (const { id } of proposals.slice(0, 5)) {
      const own = votes.filter(({ proposal_id }) => proposal_id === id)
      expect(await walk(`/v1/voting/proposals/${id}/votes`, 'votes')).toEqual(newestFirst(own))
    }
    const [vote] = votes
    const { votes: shown } = await get(`/v1/voting/proposals/${vote!.proposal_id}/votes?limit=200`)
    expect(shown.find(({ id }: Row) => id === vote!.id)).toEqual({
      id: vote!.id,
      proposalId: vote!.proposal_id,
      voter: vote!.voter,
      weight: vote!.weight,
      txId: vote!.tx_id,
      votedAt: toIso(Number(vote!.voted_at_ms)),
    })
    expect((await api.request('GET', '/v1/voting/proposals/999999/votes')).json()).toMatchObject({
      code: 'NOT_FOUND',
      details: { proposalId: 999999 },
    })
  })

  test('behavior: cases that jurors look for, and their votes', async () => {
    const markets = await rowsOf('markets')
    const inQuestion = markets.filter(({ state }) => state === 'proposed' || state === 'disputed')
    const commits = await rowsOf('commits')
    for (const state of ['proposed', 'disputed', 'all']) {
      const some = inQuestion.filter((market) => state === 'all' || market.state === state)
      const { disputes, pagination } = await get(`/v1/oracle/disputes?state=${state}&limit=200`)
      expect(disputes.map(({ marketId }: { marketId: number }) => marketId)).toEqual(newestFirst(some))
      expect(pagination.total).toBe(some.length)
    }
    expect(commits.length).toBeGreaterThan(0)
    for (const market of markets) {
      const own = commits.filter(({ market_id }) => market_id === market.id)
      const order = (a: Row, b: Row) =>
        Number(b.committed_at_ms) - Number(a.committed_at_ms) || (BigInt(b.id) > BigInt(a.id) ? 1 : -1)
      const path = `/v1/oracle/disputes/${market.market_address}/votes`
      const { votes } = await get(`${path}?limit=200`)
      expect(votes.map(({ voter, voteRound }: Record<string, unknown>) => [voter, voteRound])).toEqual(
        own.sort(order).map(({ voter, round }) => [voter, round]),
      )
      const ofRound = await get(`${path}?voteRound=1&limit=1`)
      expect(ofRound.pagination.total).toBe(own.filter(({ round }) => round === 1).length)
    }
    expect((await api.request('GET', `/v1/oracle/disputes/${nobody}/votes`)).status).toBe(404)
  })

  test('behavior: positions by wallet, market and settlement', async () => {
    const positions = await rowsOf('positions')
    const users = [...new Set(positions.map((position) => position.user_address as string))].slice(0, 3)
    for (const user of [...users, nobody]) {
      const own = positions.filter((position) => position.user_address === user)
      const path = `/v1/users/${user}/positions`
      expect(await walk(path, 'positions')).toEqual(newestFirst(own))
      for (const settled of ['true', 'false']) {
        const some = own.filter((position) => String(position.is_settled) === settled)
        expect(await walk(path, 'positions', { settled })).toEqual(newestFirst(some))
        const marketId = String(own[0]?.market_id ?? 1)
        const there = some.filter((position) => String(position.market_id) === marketId)
        expect(await walk(path, 'positions', { settled, marketId })).toEqual(newestFirst(there))
      }
      for (const marketId of ['-9007199254740999', '9007199254740991', '0'])
        expect(await walk(path, 'positions', { marketId })).toEqual([])
    }
  })

  test('behavior: trades of a market and of a wallet', async () => {
    const trades = await rowsOf('trades')
    for (const market of await rowsOf('markets')) {
      const there = trades.filter((trade) => trade.market_id === market.id)
      expect(await walk(`/v1/markets/${market.market_address}/trades`, 'trades')).toEqual(newestFirst(there))
    }
    const makers = [...new Set(trades.map((trade) => trade.maker_address as string))].slice(0, 3)
    for (const user of [...makers, nobody]) {
      const own = trades.filter((trade) => trade.maker_address === user || trade.taker_address === user)
      expect(await walk(`/v1/users/${user}/trades`, 'trades')).toEqual(newestFirst(own))
    }
    expect((await api.request('GET', `/v1/markets/${nobody}/trades`)).status).toBe(404)
  })

  test('behavior: a market’s own group behind its address changes nothing, another one matches nothing', async () => {
    const trades = await rowsOf('trades')
    const market = (await rowsOf('markets')).find(({ id }) => id === trades[0]?.market_id)
    const address = market?.market_address as string
    const { group } = paperDeployment
    for (const path of ['', '/trades', '/orderbook'])
      expect(await get(`/v1/markets/${address}:${group}${path}`)).toEqual(
        await get(`/v1/markets/${address}${path}`),
      )
    expect(await get(`/v1/oracle/disputes/${address}:${group}`)).toEqual(
      await get(`/v1/oracle/disputes/${address}`),
    )
    const orders = `/v1/users/${trades[0]?.maker_address}/orders?status=all&marketAddress=${address}`
    const { pagination } = await get(`${orders}:${group}`)
    expect(pagination.total).toBeGreaterThan(0)
    expect(pagination.total).toBe((await get(orders)).pagination.total)
    const other = (group + 1) % 4
    for (const path of ['', '/trades', '/orderbook'])
      expect((await api.request('GET', `/v1/markets/${address}:${other}${path}`)).status).toBe(404)
    expect((await get(`${orders}:${other}`)).pagination.total).toBe(0)
  })

  test('behavior: a cursor goes on behind a trailing slash', async () => {
    const first = await get('/v1/markets?status=all&limit=1')
    const next = `status=all&limit=1&cursor=${first.pagination.nextCursor}`
    expect(await get(`/v1/markets/?${next}`)).toEqual(await get(`/v1/markets?${next}`))
  })

  test('behavior: proposals under every filter, sort and order', async () => {
    const proposals = await rowsOf('proposals')
    const sorts = { 'created-at': null, 'vote-count': 'vote_count', 'unique-voters': 'unique_voters' }
    const category = proposals[0]?.category as string
    const proposer = proposals[0]?.proposer as string
    const [checkpoint] = await context.database.query<{ timestamp_ms: number }>({
      label: 'test-checkpoint',
      sql: 'select timestamp_ms from checkpoint',
    })
    const now = checkpoint?.timestamp_ms ?? 0
    const active = (await rowsOf('periods'))
      .filter((period) => (period.starts_at_ms as number) <= now && now < (period.ends_at_ms as number))
      .filter((period) => period.frozen_at_ms === null)
      .map((period) => period.id)
    const path = '/v1/voting/proposals'
    for (const status of ['pending', 'accepted', 'rejected', 'all'])
      for (const [sort, column] of Object.entries(sorts))
        for (const order of ['asc', 'desc'] as const) {
          const some = proposals.filter((proposal) => status === 'all' || proposal.status === status)
          const expected = (rows: Row[]) => idsBy(rows, columnKey(column), order)
          expect(await walk(path, 'proposals', { status, sort, order })).toEqual(expected(some))
          const query = { status, sort, order, category, proposer }
          const narrow = some.filter((each) => each.category === category && each.proposer === proposer)
          expect(await walk(path, 'proposals', query)).toEqual(expected(narrow))
          const live = some.filter((proposal) => active.includes(proposal.period_id as number))
          expect(await walk(path, 'proposals', { status, sort, order, activePeriodOnly: 'true' })).toEqual(
            expected(live),
          )
        }
    for (const proposal of proposals.slice(0, 3))
      expect((await get(`${path}/${proposal.id}`)).id).toBe(proposal.id)
    expect((await api.request('GET', `${path}/999999`)).status).toBe(404)
  })

  test('behavior: markets under every filter, sort and order', async () => {
    const markets = await rowsOf('markets')
    const sorts = {
      'created-at': null,
      volume: 'volume',
      'best-bid-yes': 'best_bid_yes',
      'recently-traded': 'last_trade_at_ms',
      trending: 'trending',
      'ends-at': 'ends_at_ms',
    }
    const category = markets[0]?.category as string
    const tag = markets.flatMap((market) => market.tags as string[])[0]
    const creator = markets[0]?.creator as string
    const volumes = markets.map((market) => BigInt(market.volume as string)).sort((a, b) => (a < b ? -1 : 1))
    const middle = volumes[Math.floor(volumes.length / 2)] ?? 0n
    const filters: [Record<string, string>, (row: Row) => boolean][] = [
      [{}, () => true],
      [{ category }, (row) => row.category === category],
      [{ creator }, (row) => row.creator === creator],
      [{ minVolume: String(middle) }, (row) => BigInt(row.volume as string) >= middle],
      [{ category, creator }, (row) => row.category === category && row.creator === creator],
      ...(tag === undefined || tag.includes(',')
        ? []
        : [
            [{ tags: tag }, (row: Row) => (row.tags as string[]).includes(tag)] as [
              Record<string, string>,
              (row: Row) => boolean,
            ],
          ]),
    ]
    for (const status of ['open', 'resolved', 'all'])
      for (const [sort, column] of Object.entries(sorts))
        for (const order of ['asc', 'desc'] as const)
          for (const [filter, keep] of filters) {
            const some = markets
              .filter((market) => status === 'all' || market.resolved === (status === 'resolved'))
              .filter(keep)
            expect(await walk('/v1/markets', 'markets', { ...filter, status, sort, order })).toEqual(
              idsBy(some, columnKey(column), order),
            )
          }
  })

  test('behavior: markets by state and by the end of trading', async () => {
    const markets = await rowsOf('markets')
    const servedMs = chain.main.at(-1)!.timestampMs
    const endOf = (row: Row) => row.ends_at_ms as number
    const stateOf = (row: Row) => (row.state === 'open' && endOf(row) <= servedMs ? 'closed' : row.state)
    const seen = new Set(markets.map(stateOf))
    expect(seen.size).toBeGreaterThan(2)
    for (const state of ['open', 'closed', 'proposed', 'disputed', 'resolved'])
      expect(await walk('/v1/markets', 'markets', { state, sort: 'ends-at' })).toEqual(
        idsBy(
          markets.filter((row) => stateOf(row) === state),
          columnKey('ends_at_ms'),
          'asc',
        ),
      )
    const open = await get('/v1/markets?state=disputed&status=resolved')
    expect(open.markets).toEqual([])
    const [, second] = markets.map(endOf).sort((a, b) => a - b)
    const edge = toIso(second!)
    for (const [filter, keep] of [
      [{ endsAfter: edge }, (row: Row) => endOf(row) >= second!],
      [{ endsBefore: edge }, (row: Row) => endOf(row) < second!],
      [
        { endsAfter: edge, endsBefore: toIso(second! + 1), state: 'resolved' },
        (row: Row) => endOf(row) === second && stateOf(row) === 'resolved',
      ],
    ] as const)
      expect(await walk('/v1/markets', 'markets', { ...filter, status: 'all' })).toEqual(
        newestFirst(markets.filter(keep)),
      )
    const wrong = await api.request('GET', '/v1/markets?endsBefore=2026-02-31T00:00:00.000Z')
    expect(wrong.json()).toMatchObject({ statusCode: 400, details: { field: 'endsBefore' } })
  })

  test('behavior: a market in numbers, its change and its sparkline', async () => {
    const trades = await rowsOf('trades')
    const positions = await rowsOf('positions')
    const servedMs = chain.main.at(-1)!.timestampMs
    const fields = 'id,change24h,sparkline'
    const { markets: cards } = await get(`/v1/markets?status=all&limit=200&fields=${fields}`)
    expect(Object.keys((await get('/v1/markets?limit=1')).markets[0])).not.toContain('sparkline')
    for (const market of await rowsOf('markets')) {
      const own = trades
        .filter((trade) => trade.market_id === market.id)
        .map((trade) => ({
          atMs: trade.filled_at_ms as number,
          amount: BigInt(trade.amount_usd as string),
          yes: trade.outcome === 'yes' ? (trade.price as number) : 1000 - (trade.price as number),
        }))
      const minute = (ms: number) => ms - (ms % 60_000)
      const day = own.filter(({ atMs }) => minute(atMs) > servedMs - 86_400_000)
      const last = own.at(-1)?.yes ?? null
      const before = own.filter(({ atMs }) => minute(atMs) <= servedMs - 86_400_000).at(-1) ?? own[0]
      const change = last === null ? null : last - before!.yes
      const [bid, ask] = [market.best_bid_yes as number, market.best_ask_yes as number]
      expect(await get(`/v1/markets/${market.market_address}/stats`)).toEqual({
        marketAddress: market.market_address,
        marketId: market.id,
        volume: market.volume,
        volume24h: String(day.reduce((sum, { amount }) => sum + amount, 0n)),
        trades: own.length,
        trades24h: day.length,
        lastPrice: last,
        change24h: change,
        openInterest: market.open_interest,
        traders: new Set(
          positions.filter((row) => row.market_id === market.id).map((row) => row.user_address),
        ).size,
        spread: bid === 0 || ask === 0 ? null : ask - bid,
      })
      const hours = Array.from(
        { length: 24 },
        (_, i) => servedMs - (servedMs % 3_600_000) - (23 - i) * 3_600_000,
      )
      expect(cards.find((card: Row) => card.id === market.id)).toEqual({
        id: market.id,
        change24h: change,
        sparkline: hours.map((ms) => own.filter(({ atMs }) => atMs < ms + 3_600_000).at(-1)?.yes ?? null),
      })
    }
    expect((await api.request('GET', `/v1/markets/${nobody}/stats`)).status).toBe(404)
  })

  test('behavior: holders, the largest first', async () => {
    const positions = await rowsOf('positions')
    for (const market of (await rowsOf('markets')).slice(0, 6)) {
      const holders = (outcome: string) =>
        positions
          .filter((row) => row.market_id === market.id && !row.is_settled && row.shares !== '0')
          .filter((row) => outcome === '' || row.position_type === outcome)
          .sort((a, b) => {
            const [x, y] = [BigInt(a.shares as string), BigInt(b.shares as string)]
            return x === y ? b.id - a.id : x < y ? 1 : -1
          })
          .map(({ user_address, position_type, shares, entry_price }) => ({
            address: user_address,
            positionType: position_type,
            shares,
            entryPrice: entry_price,
          }))
      const path = `/v1/markets/${market.market_address}/holders`
      expect((await get(path)).holders).toEqual(holders('').slice(0, 50))
      for (const outcome of ['yes', 'no']) {
        const found: unknown[] = []
        for (let cursor = ''; ; ) {
          const more = cursor === '' ? '' : `&cursor=${cursor}`
          const page = await get(`${path}?outcome=${outcome}&limit=2${more}`)
          found.push(...page.holders)
          expect(page.pagination.total).toBe(holders(outcome).length)
          if (page.pagination.nextCursor === null) break
          cursor = page.pagination.nextCursor
        }
        expect(found).toEqual(holders(outcome))
      }
    }
    expect((await api.request('GET', `/v1/markets/${nobody}/holders`)).status).toBe(404)
  })

  test('behavior: a market, its book and some of its fields', async () => {
    const levels = await context.database.query<{
      market_id: number
      side: string
      price: number
      quantity: string
    }>({
      label: 'test-levels',
      sql: 'select * from price_levels',
    })
    for (const market of await rowsOf('markets')) {
      const record = await get(`/v1/markets/${market.market_address}`)
      const book = await get(`/v1/markets/${market.market_address}/orderbook?depth=100`)
      const prices = (side: string) =>
        levels
          .filter((level) => level.market_id === market.id && level.side === side)
          .map((level) => level.price)
      const bids = prices('bid').sort((a, b) => b - a)
      const asks = prices('ask').sort((a, b) => a - b)
      expect(book.yes.bids.map((level: { price: number }) => level.price)).toEqual(bids)
      expect(book.yes.asks.map((level: { price: number }) => level.price)).toEqual(asks)
      expect(book.no.bids.map((level: { price: number }) => level.price)).toEqual(
        asks.map((price) => 1000 - price),
      )
      expect(book.no.asks.map((level: { price: number }) => level.price)).toEqual(
        bids.map((price) => 1000 - price),
      )
      const none = (price: number | undefined) => price ?? null
      expect(record).toMatchObject({
        id: market.id,
        bestBidYes: none(bids[0]),
        bestAskYes: none(asks[0]),
        bestBidNo: asks[0] === undefined ? null : 1000 - asks[0],
        bestAskNo: bids[0] === undefined ? null : 1000 - bids[0],
      })
    }
    const { markets } = await get('/v1/markets?fields=id,question&status=all')
    expect(Object.keys(markets[0])).toEqual(['id', 'question'])
    const { facets, pagination } = await get('/v1/markets?facets=true&status=all')
    expect(facets.total).toBe(pagination.total)
    expect(facets.status.open + facets.status.resolved).toBe(pagination.total)
    // The first come from counters, the second from the markets themselves.
    for (const status of ['open', 'resolved', 'all']) {
      const all = await get(`/v1/markets?facets=true&status=${status}`)
      expect(all.facets).toEqual((await get(`/v1/markets?facets=true&status=${status}&minVolume=0`)).facets)
    }
  })

  test('behavior: a bound of the count bounds the total, and nothing else of the list', async () => {
    const [first] = await rowsOf('markets')
    const [frequent] = await context.database.query<{ word: string; ndoc: number }>({
      label: 'find-frequent-word',
      sql: `select word, ndoc::bigint from ts_stat('select tsv from markets') order by ndoc desc, word limit 1`,
    })
    const filters = [
      {},
      { q: 'bitcoin' },
      { q: '-bitcoin' },
      // Excludes more than it leaves.
      { q: `-${frequent?.word}` },
      { q: 'bitcoin or goal' },
      { tags: 'crypto' },
      { creator: String(first?.creator), minVolume: '0' },
      { state: 'resolved' },
    ]
    for (const filter of filters) {
      const listed = (more: Record<string, string>) =>
        get(`/v1/markets?${new URLSearchParams({ ...filter, status: 'all', limit: '1', ...more })}`)
      const exact = await listed({})
      const { total } = exact.pagination
      expect(total, JSON.stringify(filter)).toBeGreaterThan(1)
      for (const countUpTo of [1, total - 1, total, total + 1, Number.MAX_SAFE_INTEGER])
        expect(await listed({ countUpTo: String(countUpTo) })).toEqual({
          ...exact,
          pagination: { ...exact.pagination, total: Math.min(total, countUpTo) },
        })
      const [cursor, countUpTo] = [String(exact.pagination.nextCursor), '1']
      const next = await listed({ cursor })
      expect(await listed({ cursor, countUpTo })).toEqual({
        ...next,
        pagination: { ...next.pagination, total: 1 },
      })
    }
    expect((await get('/v1/markets?q=nowhere&countUpTo=5')).pagination.total).toBe(0)
    const paged = await api.request('GET', '/v1/markets?page=0&countUpTo=5')
    expect(paged.json()).toMatchObject({ code: 'INVALID_REQUEST', details: { field: 'countUpTo' } })
  })

  test('behavior: facets of a filter count what its list shows', async () => {
    const [first] = await rowsOf('markets')
    const byFrequency = (names: readonly string[]) =>
      [...new Set(names)]
        .map((name) => ({ name, count: names.filter((other) => other === name).length }))
        .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    const all = (await get('/v1/markets?status=all')).pagination.total
    for (const filter of [
      { q: 'bitcoin' },
      { q: '-bitcoin' },
      { category: String(first?.category) },
      { tags: 'b,crypto' },
      { creator: String(first?.creator), tags: 'sport' },
    ]) {
      const listed = async (status: string) => {
        const query = new URLSearchParams({ ...filter, status, limit: '200', facets: 'true' })
        return (await get(`/v1/markets?${query}`)) as {
          markets: { category: string | null; tags: string[]; resolved: boolean }[]
          facets: unknown
        }
      }
      const { markets: matches } = await listed('all')
      expect(matches.length).toBeGreaterThan(0)
      expect(matches.length).toBeLessThan(all)
      const resolved = matches.filter((market) => market.resolved).length
      for (const status of ['open', 'resolved', 'all']) {
        const { markets, facets } = await listed(status)
        expect(facets).toEqual({
          total: markets.length,
          categories: byFrequency(markets.flatMap(({ category }) => category ?? [])),
          tags: byFrequency(markets.flatMap(({ tags }) => tags)),
          status: { open: matches.length - resolved, resolved },
        })
      }
    }
  })

  test('behavior: events with and without legs, under every sort', async () => {
    const events = await rowsOf('events')
    const sorts = { 'created-at': null, volume: 'total_volume', 'leg-count': 'leg_count' }
    for (const [sort, column] of Object.entries(sorts))
      for (const order of ['asc', 'desc'] as const) {
        expect(await walk('/v1/events', 'events', { sort, order })).toEqual(
          idsBy(events, columnKey(column), order),
        )
        const category = events[0]?.category as string
        const some = events.filter((event) => event.category === category)
        expect(await walk('/v1/events', 'events', { sort, order, category })).toEqual(
          idsBy(some, columnKey(column), order),
        )
      }
    const { events: withLegs } = await get('/v1/events?withLegs=true&limit=200')
    const markets = await rowsOf('markets')
    for (const event of withLegs) {
      const legs = markets.filter((market) => market.event_id === event.id)
      expect(event.legs.map((leg: Row) => leg.id)).toEqual(
        legs.sort((a, b) => (a.leg as number) - (b.leg as number)).map((leg) => leg.id),
      )
      expect(BigInt(event.totalVolume)).toBe(
        legs.reduce((sum, leg) => sum + BigInt(leg.volume as string), 0n),
      )
      expect(await get(`/v1/events/${event.id}`)).toEqual(event)
    }
    for (const id of ['-1', '0', '9007199254740991', '-9007199254740999'])
      expect((await api.request('GET', `/v1/events/${id}`)).status).toBe(404)
  })

  test('behavior: parlays by status and wallet', async () => {
    const parlays = await rowsOf('parlays')
    for (const status of ['open', 'taken', 'settled', 'cancelled', 'expired', 'all']) {
      const some = parlays.filter((parlay) => status === 'all' || parlay.status === status)
      expect(await walk('/v1/parlays', 'parlays', { status })).toEqual(newestFirst(some))
      const user = parlays[0]?.maker as string
      const own = some.filter((parlay) => parlay.maker === user || parlay.taker === user)
      expect(await walk(`/v1/users/${user}/parlays`, 'parlays', { status })).toEqual(newestFirst(own))
    }
  })

  describe('a market whose texts are known', () => {
    let known: Row
    beforeAll(async () => {
      known = (await rowsOf('markets')).sort((a, b) => a.id - b.id)[0]!
    })
    const execute = (sql: string, values: Parameters<Database['execute']>[0]['values'] & {}) =>
      context.database.execute({ label: 'test-texts', sql, values })
    const retell = (more: Record<string, string>) => {
      const { question, master_question, rules } = { ...known, ...more } as Record<string, string | null>
      return execute('update markets set question = $2, master_question = $3, rules = $4 where id = $1', [
        known.id,
        question ?? '',
        master_question ?? null,
        rules ?? null,
      ])
    }
    const knowWords = (...words: string[]) =>
      execute('insert into search_words select unnest($1::text[]), 1 on conflict do nothing', [words])
    afterEach(async () => {
      await retell({})
      await execute('delete from search_words where word = any($1::text[])', [['zeppelin', 'note']])
    })
    const found = async (q: string) => {
      const { results, facets, fuzzyFallbackUsed } = await get(`/v1/search?q=${encodeURIComponent(q)}`)
      return [results.map(({ data }: { data: Row }) => data.id), facets.types.market, fuzzyFallbackUsed]
    }

    test('behavior: a leg is found by its event’s question', async () => {
      await retell({ master_question: 'Who harvests the most cloves of Zanzibar?' })
      expect(await found('zanzibar cloves')).toEqual([[known.id], 1, false])
    })
    test('behavior: stop words alone are found by how they stand in the question, or in that of the event', async () => {
      const q = 'to be or not to be'
      await retell({ question: 'To be or not to be?' })
      expect(await found(q)).toEqual([[known.id], 1, true])
      await retell({ question: 'Yorick', master_question: 'To be or not to be?' })
      expect(await found(q)).toEqual([[known.id], 1, true])
      expect(await found('to be or not')).toEqual([[known.id], 1, true])
    })
    test('behavior: a stop word is no misspelt word', async () => {
      await knowWords('note')
      await retell({ question: 'To be or not to be?' })
      const [other] = (await rowsOf('markets')).filter(({ id }) => id !== known.id)
      await execute('update markets set rules = $2 where id = $1', [other!.id, 'Note the hour.'])
      expect(await found('to be or not')).toEqual([[known.id], 1, true])
      await execute('update markets set rules = $2 where id = $1', [other!.id, other!.rules as string | null])
    })
    test('behavior: what a misspelt word finds in the rules alone is counted and shown', async () => {
      await knowWords('zeppelin')
      await retell({ rules: 'The zeppelin has landed.' })
      for (const q of ['zepelin', 'zeppelni', 'zepelin mooring'])
        expect(await found(q)).toEqual([[known.id], 1, true])
      const { results } = await get('/v1/search?q=zepelin')
      expect(results[0].score).toBe(0.01)
    })
    test('behavior: whatever letters are missing, what is counted is shown', async () => {
      const words = (await rowsOf('search_words')).map(({ word }) => word as unknown as string)
      const misspelt = words.filter((word) => word.length > 4).map((word) => word.slice(0, 2) + word.slice(3))
      expect(misspelt.length).toBeGreaterThan(5)
      for (const q of misspelt.slice(0, 60)) {
        const { results, facets } = await get(`/v1/search?q=${encodeURIComponent(q)}&limit=50`)
        expect({ q, shown: results.length }).toEqual({ q, shown: Math.min(50, facets.types.market) })
      }
    })
  })

  test('behavior: search finds strictly first, and forgives typos only when nothing matches', async () => {
    const strict = await get('/v1/search?q=bitcoin')
    expect(strict.fuzzyFallbackUsed).toBe(false)
    expect(strict.results.length).toBeGreaterThan(0)
    expect(strict.facets.types.market).toBeGreaterThanOrEqual(strict.results.length)
    const without = await get('/v1/search?q=bitcoin+NOT+reach&fuzzy=false')
    expect(without.facets.types.market).toBeLessThan(strict.facets.types.market)
    const fuzzy = await get('/v1/search?q=bitconi')
    expect(fuzzy.fuzzyFallbackUsed).toBe(true)
    expect(fuzzy.results.length).toBeGreaterThan(0)
    const excluding = await get('/v1/search?q=bitconi+-reach&limit=50')
    expect(excluding.fuzzyFallbackUsed).toBe(true)
    expect(excluding.results.every(({ data }: { data: Row }) => !/reach/i.test(String(data.question)))).toBe(
      true,
    )
    const misspelt = await get('/v1/search?q=bitconi&limit=50')
    expect(misspelt.results.some(({ data }: { data: Row }) => /reach/i.test(String(data.question)))).toBe(
      true,
    )
    expect((await get('/v1/search?q=bitconi+-the&limit=50')).results).toEqual(misspelt.results)
    for (const { score } of misspelt.results) expect(score).toBeGreaterThan(0)
    const refused = await get('/v1/search?q=bitconi&fuzzy=false')
    expect(refused).toEqual({ results: [], facets: { types: { market: 0 } }, fuzzyFallbackUsed: false })
    for (const q of [
      '-bitcoin',
      '"',
      '"a "b" c',
      '((',
      'a OR',
      ':*',
      '\\',
      '%',
      Array(40).fill('x').join(' OR ').slice(0, 200),
    ])
      await get(`/v1/search?${new URLSearchParams({ q })}`)
    const listed = await get('/v1/markets?q=bitcoin&status=all&limit=200')
    expect(listed.pagination.total).toBe(strict.facets.types.market)
    const all = await get('/v1/markets?status=all&limit=200')
    for (const q of ['-bitcoin', 'NOT bitcoin NOT nosuchword']) {
      const rest = all.pagination.total - strict.facets.types.market
      const excluding = await get(`/v1/search?${new URLSearchParams({ q, limit: '50', fuzzy: 'false' })}`)
      expect(excluding.facets.types.market).toBe(rest)
      expect(excluding.results.map(({ data }: { data: { id: number } }) => data.id)).toHaveLength(
        Math.min(50, rest),
      )
      for (const status of ['all', 'open', 'resolved']) {
        const own = await get(`/v1/markets?${new URLSearchParams({ q, status, limit: '200' })}`)
        expect(own.markets).toHaveLength(own.pagination.total)
        if (status === 'all') expect(own.pagination.total).toBe(rest)
      }
    }
  })

  test('behavior: an answer is cached by revision, revalidates, and says which block it is of', async () => {
    const url = '/v1/markets?status=all'
    const first = await api.request('GET', url)
    const again = await api.request('GET', url, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect(again.status).toBe(304)
    expect(again.body).toBe('')
    const ofHead = await api.request('HEAD', url, {
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect([ofHead.status, ofHead.body]).toEqual([304, ''])
    expect(ofHead.headers['content-length']).toBe(String(Buffer.byteLength(first.body)))
    expect(first.headers['x-block-height']).toBe(String(chain.main.length - 1))
    const tooHigh = String(chain.main.length)
    const waiting = api.request('GET', url, { headers: { 'x-min-block-height': tooHigh } })
    mine(1)
    await follow()
    const fresh = await waiting
    expect(fresh.status).toBe(200)
    expect(fresh.headers['x-block-height']).toBe(tooHigh)
    const bad = await api.request('GET', url, { headers: { 'x-min-block-height': '1e3' } })
    expect(bad.json()).toMatchObject({ code: 'INVALID_REQUEST', details: { field: 'X-Min-Block-Height' } })
  })

  test('behavior: whoever was shown a block is shown none before it afterwards, however old the copy of the index', async () => {
    const { database } = context
    const index = createIndexView({ database, clock: createManualClock(0), ageMaxMs: 3_600_000 })
    // Its streams look at the feed every second, and what they find there is news of the index.
    const timers = { ...systemTimers, every: () => () => undefined }
    const aging = await createTestApi({ database, parts: { index, timers } })
    const ask = (url: string) => aging.request('GET', url)
    const height = async (): Promise<number> => (await ask('/v1/status')).json().index.height
    const { pagination } = (await ask('/v1/markets?status=all&limit=1')).json()
    // A list, and a page further down, which no cache keeps.
    for (const url of [
      '/v1/markets?status=all&limit=2',
      `/v1/markets?status=all&limit=1&cursor=${pagination.nextCursor}`,
    ]) {
      const before = await height()
      mine(1)
      await follow()
      expect(await height()).toBe(before)
      const shown = Number((await ask(url)).headers['x-block-height'])
      expect({ url, shown, height: await height() }).toEqual({ url, shown: before + 1, height: before + 1 })
    }
    await aging.close()
  })

  test('behavior: a walk loses and repeats nothing while rows are inserted', async () => {
    for (const [path, name] of [
      ['/v1/markets?status=all', 'markets'],
      ['/v1/voting/proposals?status=all', 'proposals'],
      [`/v1/markets/${(await rowsOf('markets'))[0]?.market_address}/trades?`, 'trades'],
    ] as const) {
      const before = await get(`${path}&limit=200`)
      const expected = before[name].map((row: Row) => row.id)
      const seen: number[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await get(`${path}&limit=3${cursor === undefined ? '' : `&cursor=${cursor}`}`)
        seen.push(...page[name].map((row: Row) => row.id))
        cursor = seen.length >= 200 ? null : page.pagination.nextCursor
        mine(1)
        await follow()
      }
      expect(seen.slice(0, expected.length)).toEqual(expected.slice(0, seen.length))
      expect(new Set(seen).size).toBe(seen.length)
    }
  })

  test('F6 behavior: a walk repeats no id and never fails while the chain reorganises', async () => {
    const market = (await rowsOf('markets'))[0]
    const path = `/v1/markets/${market?.market_address}/trades`
    const seen: number[] = []
    let salt = 0
    for (let cursor: string | null | undefined; cursor !== null && seen.length < 60; ) {
      const page = await get(`${path}?limit=4${cursor === undefined ? '' : `&cursor=${cursor}`}`)
      seen.push(...page.trades.map((row: Row) => row.id))
      cursor = page.pagination.nextCursor
      const height = chain.main.length - 1
      chain.goTo(chain.main[height - 5]!.hash)
      for (let i = 0; i < 6; i++)
        chain.mine({
          events: [],
          timestampMs: chain.main.at(-1)!.timestampMs + 1_000,
          salt: `fork ${salt++}`,
        })
      await follow()
    }
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('I11 I12 error: a cursor of another list, filter, sort or order is refused, and so is a forged one', async () => {
    const { pagination } = await get('/v1/markets?status=all&limit=1')
    const cursor = pagination.nextCursor as string
    for (const url of [
      `/v1/events?cursor=${cursor}`,
      `/v1/markets?cursor=${cursor}`,
      `/v1/markets?status=all&sort=volume&cursor=${cursor}`,
      `/v1/markets?status=all&order=asc&cursor=${cursor}`,
      `/v1/markets?status=all&cursor=${cursor.slice(0, -2)}AA`,
      `/v1/markets?status=all&cursor=x`,
    ]) {
      const answer = await api.request('GET', url)
      expect({ url, status: answer.status }).toEqual({ url, status: 400 })
      expect(answer.json()).toMatchObject({ code: 'INVALID_REQUEST', details: { field: 'cursor' } })
    }
    const both = await api.request('GET', `/v1/markets?status=all&page=1&cursor=${cursor}`)
    expect(both.json()).toMatchObject({ code: 'INVALID_REQUEST', details: { field: 'page' } })
  })

  test.each([
    ['/v1/markets', 50, 200],
    ['/v1/events', 50, 200],
    ['/v1/voting/proposals', 50, 200],
    ['/v1/parlays', 50, 200],
    [`/v1/users/${nobody}/orders`, 100, 200],
    [`/v1/users/${nobody}/positions`, 100, 200],
    [`/v1/users/${nobody}/trades`, 50, 200],
  ])('behavior: bounds of %s from both sides', async (path, limitDefault, limitMax) => {
    expect((await get(path)).pagination).toMatchObject({ limit: limitDefault, page: 0 })
    expect((await get(`${path}?limit=1`)).pagination.limit).toBe(1)
    expect((await get(`${path}?limit=${limitMax}`)).pagination.limit).toBe(limitMax)
    expect((await get(`${path}/?page=0`)).pagination.page).toBe(0)
    for (const wrong of [
      'limit=0',
      `limit=${limitMax + 1}`,
      'limit=',
      'limit=0x10',
      'limit=%2050',
      'limit=1.5',
      'limit=1e2',
      'limit=+5',
      'limit=1&limit=2',
      'page=-1',
      'page=-0',
      'page=9007199254740992',
      'page=01',
      'nonsense=1',
    ]) {
      const answer = await api.request('GET', `${path}?${wrong}`)
      expect({ wrong, status: answer.status }).toEqual({ wrong, status: 400 })
      expect(answer.json().details.field).toBe(wrong.split('=')[0])
    }
  })

  test.each([
    ['/v1/search', 'q', 400],
    ['/v1/search?q=', 'q', 400],
    ['/v1/search?q=%00', 'q', 400],
    [`/v1/search?q=${'x'.repeat(200)}`, null, 200],
    [`/v1/search?q=${'x'.repeat(201)}`, 'q', 400],
    [`/v1/search?q=${encodeURIComponent('😀'.repeat(150))}`, null, 200],
    ['/v1/search?q=a&limit=50', null, 200],
    ['/v1/search?q=a&limit=51', 'limit', 400],
    ['/v1/search?q=a&types=market,market', null, 200],
    ['/v1/search?q=a&types=market,foo', 'types', 400],
    ['/v1/search?q=a&types=', 'types', 400],
    ['/v1/search?q=a&fuzzy=TRUE', 'fuzzy', 400],
    [`/v1/events?category=${'x'.repeat(80)}`, null, 200],
    [`/v1/events?category=${'x'.repeat(81)}`, 'category', 400],
    ['/v1/events?category=', 'category', 400],
    ['/v1/events?category=%E2%80%AE', null, 200],
    ['/v1/events?withLegs=1', 'withLegs', 400],
    ['/v1/markets?tags=', 'tags', 400],
    ['/v1/markets?tags=a,,b', 'tags', 400],
    ['/v1/markets?fields=id,nope', 'fields', 400],
    ['/v1/markets?minVolume=01', 'minVolume', 400],
    ['/v1/markets?countUpTo=0', 'countUpTo', 400],
    ['/v1/markets?countUpTo=9007199254740991', null, 200],
    ['/v1/markets?countUpTo=9007199254740992', 'countUpTo', 400],
    ['/v1/events?countUpTo=5', 'countUpTo', 400],
    [`/v1/markets?minVolume=${2n ** 256n}`, 'minVolume', 400],
    [`/v1/users/${nobody}/orders?status=OPEN`, 'status', 400],
    [`/v1/users/${nobody}/orders?status=`, 'status', 400],
    [`/v1/users/${nobody}/positions?settled=1`, 'settled', 400],
    [`/v1/users/${nobody}/positions?marketId=9007199254740992`, 'marketId', 400],
    [`/v1/users/${nobody}/pending-reveals?status=all`, 'status', 400],
    [`/v1/users/${nobody}/pending-reveals?cursor=x`, 'cursor', 400],
    [`/v1/users/${'1'.repeat(29)}/orders`, 'address', 400],
    [`/v1/users/${'1'.repeat(81)}/orders`, 'address', 400],
    [`/v1/users/${':'.repeat(30)}/orders`, 'address', 400],
    [`/v1/users/${nobody}:0/orders`, null, 200],
    [`/v1/users/${nobody}:1/orders`, null, 200],
    [`/v1/users/${nobody}:9/orders`, 'address', 400],
    [`/v1/users/${nobody}:1:2/orders`, 'address', 400],
  ])('behavior: %s', async (url, field, status) => {
    const answer = await api.request('GET', url)
    expect(answer.status).toBe(status)
    if (field !== null) expect(answer.json()).toMatchObject({ code: 'INVALID_REQUEST', details: { field } })
  })

  test('default: reads of one wallet or venue that have no list', async () => {
    expect(await get(`/v1/users/${nobody}/vault`)).toEqual({
      address: nobody,
      staked: '0',
      tier: null,
      weight: 0,
      unlock: null,
    })
    expect(await get(`/v1/users/${nobody}/pending-reveals`)).toEqual({ pendingReveals: [] })
    expect((await get('/v1/voting/period')).period.id).toBeGreaterThan(0)
    expect((await get('/v1/status')).index.height).toBe(chain.main.length - 1)
    expect(await get('/v1/limits')).toMatchObject({
      pageSizeMax: 200,
      streams: {
        connections: { anonymous: 20, key: 100, yours: 20 },
        channelsMax: 100,
        messagesPerMinute: 60,
        queueBytesMax: 1_048_576,
      },
    })
    for (const path of ['/v1/status', '/v1/limits', '/v1/voting/period', `/v1/users/${nobody}/vault`]) {
      const { headers } = await api.request('GET', path)
      expect(headers['x-block-height']).toBe(String(chain.main.length - 1))
      expect(headers['x-index-lag-ms']).toMatch(/^[0-9]+$/)
    }
    for (const market of (await rowsOf('markets')).slice(0, 5))
      expect((await get(`/v1/oracle/disputes/${market.market_address}`)).marketId).toBe(market.id)
    for (const stake of await context.database.query<{ wallet: string; staked: string }>({
      label: 'test-stakes',
      sql: 'select * from stakes',
    }))
      expect((await get(`/v1/users/${stake.wallet}/vault`)).staked).toBe(stake.staked)
    const commits = await context.database.query<{ voter: string }>({
      label: 'test-commits',
      sql: 'select * from commits',
    })
    for (const { voter } of commits.slice(0, 3))
      expect((await get(`/v1/users/${voter}/pending-reveals?limit=200`)).pendingReveals.length).toBe(
        commits.filter((commit) => commit.voter === voter).length,
      )
  })
})
