import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLeaders } from '../../src/store/index.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createStory } from '../simulation/indexer/story.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'

interface Row {
  readonly [column: string]: string | number | boolean | null
}

const nobody = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'

describeOnBothDatabases('accounts', (context) => {
  let api: TestApi
  let servedMs = 0
  let tables: Record<
    'activity' | 'positions' | 'markets' | 'parlays' | 'wallet_totals' | 'trades' | 'bonds',
    Row[]
  >

  beforeAll(async () => {
    const story = createStory()
    story.mine(150)
    await catchUp(makeIndexer(story.chain, context.database))
    story.fork(15, 'b')
    await catchUp(makeIndexer(story.chain, context.database))
    servedMs = story.chain.main.at(-1)!.timestampMs
    const rows = (table: string) =>
      context.database.query<Row>({ label: `test-${table}`, sql: `select * from ${table}` })
    tables = {
      activity: await rows('activity'),
      positions: await rows('positions'),
      markets: await rows('markets'),
      parlays: await rows('parlays'),
      wallet_totals: await rows('wallet_totals'),
      trades: await rows('trades'),
      bonds: await rows('bonds'),
    }
    api = await createTestApi({ database: context.database })
  })
  afterAll(() => api?.close())

  const get = async (url: string) => {
    const { status, body, json } = await api.request('GET', url)
    expect({ url, status, body: status === 200 ? '' : body }).toEqual({ url, status: 200, body: '' })
    return json()
  }
  const n = (value: Row[string] | undefined): bigint => BigInt(String(value ?? 0))
  const sum = (rows: readonly Row[], of: (row: Row) => bigint): bigint =>
    rows.reduce((total, row) => total + of(row), 0n)

  /** By the words of the interface, in the plainest way. */
  function valueBySpec(position: Row): bigint {
    const market = tables.markets.find((row) => row.id === position.market_id)!
    const held = n(position.shares) - n(position.paid_shares)
    const [bid, ask, last] = [market.best_bid_yes, market.best_ask_yes, market.last_price].map(Number)
    const ofYes = () => {
      if (market.resolved)
        return market.final_outcome === 1 ? 2000 : market.final_outcome === 2 ? 0 : 2 * Number(market.closing)
      if (bid! > 0 && ask! > 0) return bid! + ask!
      return last! > 0 ? 2 * last! : 1000
    }
    return (held * BigInt(position.position_type === 'yes' ? ofYes() : 2000 - ofYes())) / 2000n
  }

  test('default: a portfolio adds up, position by position and in all', async () => {
    const wallets = [...new Set(tables.positions.map((row) => String(row.user_address)))]
    expect(wallets.length).toBeGreaterThan(3)
    let [resolved, held] = [0, 0]
    for (const wallet of wallets) {
      const own = tables.positions.filter((row) => row.user_address === wallet)
      const { positions, total, pagination } = await get(`/v1/users/${wallet}/portfolio?limit=200`)
      expect(pagination.total).toBe(own.length)
      expect(positions).toEqual(
        [...own]
          .sort((a, b) => Number(b.id) - Number(a.id))
          .map((row) => {
            const market = tables.markets.find(({ id }) => id === row.market_id)!
            const value = valueBySpec(row)
            const paid = n(row.received) - n(row.spent) - n(row.fees)
            resolved += market.resolved ? 1 : 0
            held += value > 0n ? 1 : 0
            return {
              id: row.id,
              marketAddress: market.market_address,
              marketId: market.id,
              question: market.question,
              resolved: market.resolved,
              positionType: row.position_type,
              shares: String(n(row.shares) - n(row.paid_shares)),
              price: expect.any(Number),
              lockedCollateral: row.locked_collateral,
              spent: row.spent,
              received: row.received,
              fees: row.fees,
              cost: row.cost,
              value: String(value),
              realisedPnl: String(paid + n(row.cost)),
              unrealisedPnl: String(value - n(row.cost)),
              pnl: String(paid + value),
            }
          }),
      )
      const value = sum(own, valueBySpec)
      const [spent, received, fees, cost] = ['spent', 'received', 'fees', 'cost'].map((name) =>
        sum(own, (row) => n(row[name])),
      ) as [bigint, bigint, bigint, bigint]
      const made = tables.parlays.filter(({ maker }) => maker === wallet)
      const taken = tables.parlays.filter(({ taker }) => taker === wallet)
      const stakes = sum(made, (row) => n(row.amount)) + sum(taken, (row) => n(row.taker_amount))
      const ended = (row: Row) => row.status === 'cancelled' || row.status === 'expired'
      const back =
        sum(made, (row) => n(row.maker_payout) + (ended(row) ? n(row.amount) : 0n)) +
        sum(taken, (row) => n(row.taker_payout))
      const runs = (row: Row) => row.status === 'open' || row.status === 'taken'
      const running =
        sum(made.filter(runs), (row) => n(row.amount)) + sum(taken.filter(runs), (row) => n(row.taker_amount))
      const kept = tables.wallet_totals.find((row) => row.wallet === wallet && row.interval === 'all')
      const bonds = tables.bonds.filter(({ holder }) => holder === wallet)
      expect(total).toEqual({
        spent: String(spent),
        received: String(received),
        fees: String(fees),
        cost: String(cost),
        value: String(value),
        realisedPnl: String(received - spent - fees + cost),
        unrealisedPnl: String(value - cost),
        pnl: String(received - spent - fees + value),
        lockedCollateral: String(sum(own, (row) => n(row.locked_collateral))),
        parlays: {
          spent: String(stakes),
          received: String(back),
          value: String(running),
          pnl: String(back - stakes + running),
        },
        apart: {
          referralFees: String(n(kept?.referral_fees)),
          creatorFees: String(n(kept?.creator_fees)),
          submitterFees: String(n(kept?.submitter_fees)),
          bondsPosted: String(sum(bonds, (row) => n(row.bond))),
          bondsPaid: String(sum(bonds, (row) => n(row.paid))),
          votingRewards: expect.stringMatching(/^[0-9]+$/),
        },
      })
      const open = await get(`/v1/users/${wallet}/portfolio?open=true&limit=200`)
      const closed = await get(`/v1/users/${wallet}/portfolio?open=false&limit=200`)
      expect(open.positions.length + closed.positions.length).toBe(own.length)
      expect(open.positions.every(({ shares }: { shares: string }) => shares !== '0')).toBe(true)
      expect(open.total).toEqual(total)
    }
    expect({ resolved: resolved > 3, held: held > 3 }).toEqual({ resolved: true, held: true })
    expect(await get(`/v1/users/${nobody}/portfolio`)).toMatchObject({
      positions: [],
      total: { pnl: '0', value: '0' },
    })
  })

  test.each(['profit', 'volume'] as const)(
    'default: the board by %s, of all times and of a day',
    async (by) => {
      const windows = { '1d': 86_400_000, '1w': 7 * 86_400_000, all: null }
      for (const [window, ms] of Object.entries(windows)) {
        const wallets = new Map<string, { profit: bigint; volume: bigint }>()
        for (const row of tables.wallet_totals) {
          if (row.wallet === '' || (row.interval === 'all') !== (ms === null)) continue
          if (ms !== null && Number(row.start_ms) <= servedMs - ms) continue
          const before = wallets.get(String(row.wallet)) ?? { profit: 0n, volume: 0n }
          wallets.set(String(row.wallet), {
            profit: before.profit + n(row.profit),
            volume: before.volume + n(row.volume),
          })
        }
        const ranked = [...wallets]
          .sort(([a, x], [b, y]) => (x[by] === y[by] ? (a < b ? -1 : 1) : x[by] < y[by] ? 1 : -1))
          .map(([address, { profit, volume }], i) => ({
            rank: i + 1,
            address,
            profit: String(profit),
            volume: String(volume),
          }))
        const board = await get(`/v1/leaderboard?by=${by}&window=${window}&limit=200`)
        expect(board.wallets.map(({ rank }: { rank: number }) => rank)).toEqual(
          ranked.map(({ rank }) => rank),
        )
        expect(new Set(board.wallets.map((row: object) => JSON.stringify({ ...row, rank: 0 })))).toEqual(
          new Set(ranked.map((row) => JSON.stringify({ ...row, rank: 0 }))),
        )
        const values = board.wallets.map((row: Row) => n(row[by]))
        expect(values).toEqual(ranked.map((row) => n(row[by])))
      }
      expect((await listLeaders(context.database, { by, windowMs: null, limit: 1 })).rows).toContain(
        '"rank" : 1',
      )
    },
  )

  test('default: the venue at a glance', async () => {
    const day = tables.wallet_totals.filter(
      (row) => row.wallet === '' && row.interval === '1h' && Number(row.start_ms) > servedMs - 86_400_000,
    )
    expect(await get('/v1/stats')).toEqual({
      markets: {
        open: tables.markets.filter(({ resolved }) => !resolved).length,
        resolved: tables.markets.filter(({ resolved }) => resolved).length,
      },
      volume: String(sum(tables.trades, (row) => n(row.amount_usd))),
      volume24h: String(sum(day, (row) => n(row.volume))),
      openInterest: String(
        sum(
          tables.markets.filter(({ resolved }) => !resolved),
          (row) => n(row.open_interest),
        ),
      ),
      trades: tables.trades.length,
      traders: tables.wallet_totals.filter((row) => row.wallet !== '' && row.interval === 'all').length,
    })
  })

  /** All records of a list, by pages of so many. */
  async function walk(url: string, name: string, limit: number): Promise<Row[]> {
    const found: Row[] = []
    for (let cursor = ''; ; ) {
      const page = await get(`${url}?limit=${limit}${cursor}`)
      found.push(...page[name])
      if (page.pagination.nextCursor === null) {
        expect(found.length).toBe(page.pagination.total)
        return found
      }
      cursor = `&cursor=${page.pagination.nextCursor}`
    }
  }

  test('behavior: an account is what the wallet’s history adds up to, however it is paged', async () => {
    const wallets = [...new Set(tables.activity.map((row) => String(row.wallet)))]
    const seen = new Set<string>()
    for (const wallet of wallets) {
      const history = await walk(`/v1/users/${wallet}/activity`, 'activity', 37)
      const positions = await walk(`/v1/users/${wallet}/portfolio`, 'positions', 3)
      const { total } = await get(`/v1/users/${wallet}/portfolio?limit=1`)
      const net = (types: readonly string[], note?: string) =>
        sum(
          history.filter(({ type, note: said }) => {
            const isOne = types.includes(String(type)) && (note === undefined || said === note)
            if (isOne) seen.add(`${type}${note === undefined ? '' : ` ${note}`}`)
            return isOne
          }),
          (row) => n(row.collateral) - n(row.fee),
        )
      const of = (name: string) => sum(positions, (row) => n(row[name]))
      const { apart, parlays } = total
      expect({
        wallet,
        trading: net(['order-filled', 'order-released', 'split', 'merged', 'settled']),
        parlays: net(['parlay-offered', 'parlay-taken', 'parlay-refunded', 'parlay-settled']),
        bonds: net(['outcome-submitted', 'outcome-disputed', 'bond-settled']),
        rewards: net(['vote-rewarded']),
        referral: net(['fee-received'], 'referral'),
        creator: net(['fee-received'], 'creator'),
        submitter: net(['fee-received'], 'submitter'),
      }).toEqual({
        wallet,
        trading: of('received') - of('spent') - of('fees'),
        parlays: n(parlays.received) - n(parlays.spent),
        bonds: n(apart.bondsPaid) - n(apart.bondsPosted),
        rewards: n(apart.votingRewards),
        referral: n(apart.referralFees),
        creator: n(apart.creatorFees),
        submitter: n(apart.submitterFees),
      })
      for (const name of [
        'spent',
        'received',
        'fees',
        'cost',
        'value',
        'realisedPnl',
        'unrealisedPnl',
        'pnl',
      ])
        expect([name, of(name)]).toEqual([name, n(total[name])])
      const trades = await walk(`/v1/users/${wallet}/trades`, 'trades', 41)
      expect(sum(trades, (row) => (row.takerAddress === wallet ? n(row.fee) : 0n))).toBe(n(total.fees))
    }
    expect([...seen].sort()).toEqual([
      'fee-received creator',
      'fee-received referral',
      'fee-received submitter',
      'merged',
      'order-filled',
      'order-released',
      'outcome-disputed',
      'outcome-submitted',
      'parlay-offered',
      'parlay-refunded',
      'parlay-taken',
      'settled',
      'split',
      'vote-rewarded',
    ])
  })

  test('behavior: of both outcomes there are as many shares as pairs', async () => {
    for (const market of tables.markets.filter(({ resolved }) => !resolved)) {
      const of = (outcome: string) =>
        sum(
          tables.positions.filter((row) => row.market_id === market.id && row.position_type === outcome),
          (row) => n(row.shares),
        )
      const { openInterest } = await get(`/v1/markets/${market.market_address}/stats`)
      expect([of('yes'), of('no')]).toEqual([n(openInterest), n(openInterest)])
    }
  })

  test('default: trades and orders show their fee', async () => {
    const [busiest] = [...tables.trades].sort((a, b) => Number(n(b.fee) - n(a.fee)))
    const { trades } = await get(`/v1/users/${busiest!.taker_address}/trades?limit=200`)
    const shown = trades.find(({ id }: Row) => id === busiest!.id)
    expect(shown.fee).toBe(busiest!.fee)
    expect(n(shown.fee)).toBeGreaterThan(0n)
    const { orders } = await get(`/v1/users/${busiest!.taker_address}/orders?status=all&limit=200`)
    expect(sum(orders, (row) => n(row.fee))).toBeGreaterThanOrEqual(n(shown.fee))
  })
})
