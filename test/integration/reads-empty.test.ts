import { expect, test } from 'vitest'
import {
  eventSorts,
  findDispute,
  findEvent,
  findMarket,
  findMarketId,
  findMarketStats,
  findPeriod,
  findProposal,
  findStake,
  findVenueStats,
  findWholeWeight,
  getMarketFacets,
  getOrderBook,
  getOrderBookAt,
  listActions,
  listActivity,
  listCandles,
  listDisputes,
  listDisputeVotes,
  listEvents,
  listHolders,
  listMarkets,
  listOrdersByTrader,
  listParlays,
  listPendingReveals,
  listPortfolio,
  listPositionsByUser,
  listProposals,
  listProposalVotes,
  listTradesByMarket,
  listTradesByUser,
  listTransactionOrders,
  listTransactionTrades,
  marketSorts,
  proposalSorts,
  searchMarkets,
  searchMarketsFuzzily,
  sumPortfolio,
} from '../../src/store/index.ts'
import { describeOnBothDatabases } from '../support/database.ts'

const view = { height: 0, revision: 0 }
const empty = { view, total: 0, records: '', last: null, owner: null }
const pages = [
  { limit: 50, after: null, offset: 0n },
  { limit: 50, after: { value: '5', id: '7' }, offset: 0n },
  { limit: 50, after: null, offset: 100n },
]
const orders = ['asc', 'desc'] as const

describeOnBothDatabases('reads before the first block', (context) => {
  test('default: every list is empty, under every filter and sort', async () => {
    const db = context.database
    for (const page of pages) {
      expect(await listTradesByMarket(db, 'none', page)).toBeNull()
      for (const outcome of ['yes', 'no', null] as const)
        expect(await listHolders(db, { marketAddress: 'none', outcome }, page)).toBeNull()
      for (const round of [undefined, 1])
        expect(await listDisputeVotes(db, { marketAddress: 'none', round }, page)).toBeNull()
      expect(await listProposalVotes(db, 1, page)).toBeNull()
      for (const state of ['proposed', 'disputed', 'all'] as const)
        expect(await listDisputes(db, state, page)).toEqual(empty)
      expect(await listActivity(db, { wallet: 'x' }, page)).toEqual(empty)
      expect(await listActivity(db, { wallet: 'x', type: 'merged', marketId: 3 }, page)).toEqual(empty)
      for (const open of [true, false, null])
        expect(await listPortfolio(db, { user: 'x', open, marketId: 3 }, page)).toEqual(empty)
      expect(await listTradesByUser(db, { user: 'x' }, page)).toEqual(empty)
      for (const status of ['open', 'all'] as const) {
        expect(await listOrdersByTrader(db, { trader: 'x', status }, page)).toEqual(empty)
        expect(await listOrdersByTrader(db, { trader: 'x', status, marketId: 3 }, page)).toEqual(empty)
        expect(await listParlays(db, { status }, page)).toEqual(empty)
        expect(await listParlays(db, { status, user: 'x' }, page)).toEqual(empty)
      }
      expect(await listPositionsByUser(db, { user: 'x' }, page)).toEqual(empty)
      expect(await listPositionsByUser(db, { user: 'x', settled: true, marketId: -5 }, page)).toEqual(empty)
      for (const order of orders) {
        for (const sort of proposalSorts) {
          const filter = { sort, order, status: 'pending', activePeriodOnly: false } as const
          expect(await listProposals(db, filter, page)).toEqual(empty)
          const narrow = {
            ...filter,
            status: 'all',
            category: 'c',
            proposer: 'p',
            activePeriodOnly: true,
          } as const
          expect(await listProposals(db, narrow, page)).toEqual(empty)
        }
        for (const sort of eventSorts) {
          expect(await listEvents(db, { sort, order, withLegs: true }, page)).toEqual(empty)
          expect(
            await listEvents(db, { sort, order, withLegs: false, websearch: 'a -b', category: 'c' }, page),
          ).toEqual(empty)
        }
        for (const sort of marketSorts) {
          expect(await listMarkets(db, { status: 'open' }, { sort, order }, page)).toEqual(empty)
          const narrow = {
            status: 'all',
            websearch: '"a b" or c',
            category: 'c',
            tags: ['t'],
            creator: 'x',
            minVolume: 5n,
          } as const
          expect(await listMarkets(db, narrow, { sort, order, fields: ['id', 'state'] }, page)).toEqual(empty)
        }
      }
    }
  })

  test('default: nothing is found', async () => {
    const db = context.database
    const nothing = { view, text: null }
    expect(await findMarket(db, 'x')).toEqual(nothing)
    expect(await findEvent(db, -1)).toEqual(nothing)
    expect(await findProposal(db, 1)).toEqual(nothing)
    expect(await findPeriod(db)).toEqual(nothing)
    expect(await findDispute(db, 'x', { bond: 1n, bondMax: 1n, quorumWeight: 1 })).toEqual(nothing)
    expect(await getOrderBook(db, 'x', 20)).toEqual(nothing)
    expect(await getOrderBookAt(db, 'x', { depth: 20, height: 3, version: 3 })).toEqual(nothing)
    expect(await findMarketStats(db, 'x')).toEqual(nothing)
    expect(await findMarketId(db, 'x')).toBeNull()
    expect(await findWholeWeight(db)).toBe(0)
    const { text, view: seen } = await findVenueStats(db)
    expect([JSON.parse(text!), seen]).toEqual([
      {
        markets: { open: 0, resolved: 0 },
        volume: '0',
        volume24h: '0',
        openInterest: '0',
        trades: 0,
        traders: 0,
      },
      view,
    ])
    expect(new Set(Object.values(await sumPortfolio(db, 'x')))).toEqual(new Set(['0']))
    expect(await listActions(db, { wallet: 'x', votesFrom: 1n })).toEqual({ view, rows: '[]' })
    const day = { marketAddress: 'x', interval: '1h', fromMs: 0, toMs: 86_400_000 } as const
    expect(await listCandles(db, day)).toEqual({ view, atMs: 0, marketId: null, stored: [] })
    const transaction = { height: 1, txId: 'x', limit: 5 }
    expect(await listTransactionOrders(db, transaction)).toEqual([])
    expect(await listTransactionTrades(db, transaction)).toEqual([])
    expect(await listPendingReveals(db, { voter: 'x', limit: 5, isOwner: true })).toEqual({
      view,
      rows: '[]',
    })
    expect(
      await listPendingReveals(db, {
        voter: 'x',
        limit: 5,
        status: 'expired',
        isOwner: false,
      }),
    ).toEqual({
      view,
      rows: '[]',
    })
    expect(await findStake(db, 'x')).toEqual({ view, stake: { staked: 0n, unlocking: 0n, unlockAtMs: null } })
    expect(await searchMarkets(db.search, 'bitcoin -gold', 20)).toEqual({ view, hits: 0, results: '[]' })
    for (const words of [[], ['bitconi'], ['bitconi', 'etherium']])
      expect(await searchMarketsFuzzily(db.search, 'bitconi', words, 20)).toEqual({
        view,
        hits: 0,
        results: '[]',
      })
    expect(await getMarketFacets(db, { status: 'open', websearch: 'x' })).toEqual({
      total: 0,
      categories: [],
      tags: [],
      status: { open: 0, resolved: 0 },
    })
  })
})
