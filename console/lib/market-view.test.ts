import type { Market, StreamMessage, Trade } from 'sibyl/client'
import { describe, expect, test } from 'vitest'
import { groupMarkets } from './group-markets.ts'
import { type ListedMarket, listedAfter, toListed } from './listed-market.ts'
import { afterMessage, tradesShown } from './market-view.ts'

const market = { id: 1, marketAddress: 'a', state: 'open', bestBidYes: 1 } as Market
const trades = [{ id: 7 } as Trade]
const view = { market, trades }
const say = (type: string, data: object): StreamMessage =>
  ({ type, seq: 1, data }) as unknown as StreamMessage

describe('a market that is told of', () => {
  test('default: prices move', () => {
    const ticker = { bestBidYes: 5, bestAskYes: 6, bestBidNo: 994, bestAskNo: 995, volume: '9' }
    const next = afterMessage(view, say('ticker', { marketAddress: 'a', ...ticker, lastPrice: 5 }))
    expect(next.market).toEqual({ ...market, ...ticker })
  })
  test('behavior: its state changes', () => {
    const state = { state: 'resolved', resolved: true, finalOutcome: 1 }
    expect(afterMessage(view, say('state', { marketAddress: 'a', ...state })).market).toEqual({
      ...market,
      ...state,
    })
  })
  test('behavior: a trade comes first, once, and old ones leave', () => {
    const next = afterMessage(view, say('trade', { id: 8 }))
    expect(next.trades.map(({ id }) => id)).toEqual([8, 7])
    expect(afterMessage(next, say('trade', { id: 8 }))).toBe(next)
    const full = { market, trades: Array.from({ length: tradesShown }, (_, id) => ({ id }) as Trade) }
    expect(afterMessage(full, say('trade', { id: 99 })).trades).toHaveLength(tradesShown)
  })
  test('error: what is told of another market changes nothing', () => {
    expect(afterMessage(view, say('ticker', { marketAddress: 'b', bestBidYes: 3 }))).toBe(view)
    expect(afterMessage(view, say('state', { marketAddress: 'b', state: 'closed' }))).toBe(view)
  })
})

describe('a list of markets', () => {
  const one = (id: number, proposalId: number | null, bestBidYes: number | null): ListedMarket =>
    toListed({ ...market, id, proposalId, bestBidYes, linked: proposalId !== null, masterQuestion: 'Who?' })
  test('default: legs come together, likeliest first, where the first stood', () => {
    const entries = groupMarkets([one(1, null, 5), one(2, 9, 100), one(3, null, 5), one(4, 9, 300)])
    expect(
      entries.map((entry) => (entry.kind === 'market' ? entry.market.id : entry.legs.map(({ id }) => id))),
    ).toEqual([1, [4, 2], 3])
    expect(entries[1]).toMatchObject({ proposalId: 9, question: 'Who?' })
  })
  test('behavior: a line has no points before the first trade, and its end follows the last', () => {
    const listed = toListed({ ...market, sparkline: [null, null, 400, 410], change24h: 10 })
    expect([listed.sparkline, listed.change24h]).toEqual([[400, 410], 10])
    const moved = listedAfter(listed, say('ticker', { marketAddress: 'a', lastPrice: 430 }))
    expect(moved.sparkline).toEqual([400, 430])
    const quiet = listedAfter(listed, say('ticker', { marketAddress: 'a', lastPrice: null }))
    expect(quiet.sparkline).toEqual([400, 410])
    expect(listedAfter(listed, say('ticker', { marketAddress: 'b', lastPrice: 1 }))).toBe(listed)
  })
})
