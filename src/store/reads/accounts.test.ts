import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { emptyTables, putRows } from '../../../test/support/rows.ts'
import { putCheckpoint } from '../chain/checkpoint.ts'
import { candles, type MarketRow, markets, parlays, positions, walletTotals } from '../chain/market-tables.ts'
import { findMarketStats } from './find-market-stats.ts'
import { listHolders } from './list-holders.ts'
import { listLeaders } from './list-leaders.ts'
import { listPortfolio, sumPortfolio } from './list-portfolio.ts'

const dayMs = 86_400_000
const nowMs = 10 * dayMs
const page = { limit: 10, after: null, offset: 0n }

describeOnBothDatabases('accounts', (context) => {
  beforeEach(async () => {
    const { database } = context
    await emptyTables(database, { name: 'checkpoint' }, candles, markets, parlays, positions, walletTotals)
    const line = { networkId: 4, genesisHash: 'g', startHeight: 0, finalHeight: 0, hash: 'h' }
    await putCheckpoint(database, { ...line, height: 7, timestampMs: nowMs, revision: 3 })
  })

  test.each<[string, Partial<MarketRow>, number, string, string]>([
    ['an open market between bid and ask', { bestBidYes: 300, bestAskYes: 500 }, 400, '4', '6'],
    ['an open market without an ask at the last trade', { bestBidYes: 300 }, 800, '8', '2'],
    ['an open market without a trade at one half', { lastPrice: 0 }, 500, '5', '5'],
    ['a market that yes won', { resolved: true, finalOutcome: 1 }, 1_000, '10', '0'],
    ['a market that no won', { resolved: true, finalOutcome: 2 }, 0, '0', '10'],
    ['a void market at its closing price', { resolved: true, finalOutcome: 3, closing: 300 }, 300, '3', '7'],
    [
      'a void market without one at one half',
      { resolved: true, finalOutcome: 3, closing: null },
      500,
      '5',
      '5',
    ],
  ])('default: shares of %s', async (_name, given, price, ofYes, ofNo) => {
    const { database } = context
    const best = { bestBidYes: 0, bestAskYes: 0, lastPrice: 800, closing: 600 }
    await putRows(database, markets, [{ id: 1, marketAddress: 'm', ...best, ...given }])
    const held = { userAddress: 'ann', marketId: 1, shares: 12n, paidShares: 2n }
    await putRows(database, positions, [
      { id: 1, ...held, positionType: 'yes' },
      { id: 2, ...held, positionType: 'no' },
    ])
    const { records } = await listPortfolio(database, { user: 'ann', open: null }, page)
    const shown = JSON.parse(`[${records}]`) as { id: number; price: number; value: string }[]
    expect(shown.map((row) => [row.id, row.price, row.value])).toEqual([
      [2, 1_000 - price, ofNo],
      [1, price, ofYes],
    ])
    expect((await sumPortfolio(database, 'ann')).value).toBe(String(BigInt(ofYes) + BigInt(ofNo)))
  })

  test('behavior: of a settled parlay each side gets its own payout, of one that ended its stake', async () => {
    const { database } = context
    const sides = { maker: 'ann', taker: 'bob', amount: 100n, takerAmount: 10n }
    await putRows(database, parlays, [
      { id: 1, ...sides, status: 'settled', makerPayout: 70n, takerPayout: 40n },
      { id: 2, ...sides, status: 'taken', makerPayout: null, takerPayout: null },
      { id: 3, ...sides, taker: null, status: 'cancelled', makerPayout: null, takerPayout: null },
    ])
    const sums = async (user: string) => {
      const { parlaySpent, parlayReceived, parlayValue } = await sumPortfolio(database, user)
      return [parlaySpent, parlayReceived, parlayValue]
    }
    expect(await sums('ann')).toEqual(['300', '170', '100'])
    expect(await sums('bob')).toEqual(['20', '40', '10'])
  })

  test.each([
    ['of all times', null, ['all', 0]],
    ['of a day', dayMs, ['1h', nowMs - 1]],
  ] as const)(
    'behavior: a short board %s has the most of what it is by',
    async (_name, windowMs, [interval, startMs]) => {
      const { database } = context
      const row = (wallet: string, profit: bigint, volume: bigint) => ({
        interval,
        startMs,
        wallet,
        profit,
        volume,
      })
      await putRows(database, walletTotals, [row('a', 1n, 30n), row('b', 3n, 10n), row('c', 2n, 20n)])
      const board = async (by: 'profit' | 'volume') => {
        const { rows } = await listLeaders(database, { by, windowMs, limit: 2 })
        return (JSON.parse(rows) as { rank: number; address: string }[]).map((each) => [
          each.rank,
          each.address,
        ])
      }
      expect(await board('volume')).toEqual([
        [1, 'a'],
        [2, 'c'],
      ])
      expect(await board('profit')).toEqual([
        [1, 'b'],
        [2, 'c'],
      ])
    },
  )

  test('behavior: an hour counts for a day as long as it began within it', async () => {
    const { database } = context
    const row = (wallet: string, startMs: number) => ({
      wallet,
      startMs,
      interval: '1h' as const,
      profit: 1n,
    })
    await putRows(database, walletTotals, [row('a', nowMs - dayMs), row('b', nowMs - dayMs + 1)])
    const { rows } = await listLeaders(database, { by: 'profit', windowMs: dayMs, limit: 5 })
    expect(JSON.parse(rows)).toEqual([{ rank: 1, address: 'b', profit: '1', volume: '0' }])
  })

  test('behavior: who was paid out holds nothing any more', async () => {
    const { database } = context
    await putRows(database, markets, [{ id: 1, marketAddress: 'm' }])
    const held = { marketId: 1, positionType: 'yes' as const, entryPrice: 500 }
    await putRows(database, positions, [
      { id: 1, ...held, userAddress: 'ann', shares: 5n },
      { id: 2, ...held, userAddress: 'bob', shares: 9n, isSettled: true },
      { id: 3, ...held, userAddress: 'eve', shares: 0n },
      { id: 4, ...held, userAddress: 'joe', shares: 5n },
    ])
    const { records, total } = (await listHolders(database, { marketAddress: 'm', outcome: null }, page))!
    const row = { positionType: 'yes', shares: '5', entryPrice: 500 }
    expect([JSON.parse(`[${records}]`), total]).toEqual([
      [
        { address: 'joe', ...row },
        { address: 'ann', ...row },
      ],
      2,
    ])
  })

  test('behavior: a day is the minutes that began within it, and a wallet on both sides is one trader', async () => {
    const { database } = context
    await putRows(database, markets, [{ id: 1, marketAddress: 'm', volume: 7n, tradeCount: 3 }])
    const minute = { marketId: 1, interval: '1m' as const, trades: 1 }
    await putRows(database, candles, [
      { ...minute, startMs: nowMs - dayMs, volume: 4n },
      { ...minute, startMs: nowMs - dayMs + 1, volume: 2n },
      { ...minute, startMs: nowMs, volume: 1n },
    ])
    await putRows(database, positions, [
      { id: 1, marketId: 1, userAddress: 'ann', positionType: 'yes' },
      { id: 2, marketId: 1, userAddress: 'ann', positionType: 'no' },
      { id: 3, marketId: 1, userAddress: 'bob', positionType: 'no' },
    ])
    const { text } = await findMarketStats(database, 'm')
    expect(JSON.parse(text!)).toMatchObject({
      volume: '7',
      volume24h: '3',
      trades: 3,
      trades24h: 2,
      traders: 2,
    })
  })
})
