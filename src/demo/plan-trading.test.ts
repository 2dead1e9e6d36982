import { expect, test } from 'vitest'
import { bookPriceOf, fillTypes } from '../domain/index.ts'
import { planTrading } from './plan-trading.ts'

const terms = { fromMs: 1_000_000, toMs: 9_000_000, moves: 30 }
const seeds = Array.from({ length: 40 }, (_, i) => `seed ${i}`)

test('default: the same seed gives the same history, another seed another', () => {
  const [a, b, c] = ['one', 'one', 'two'].map((seed) => planTrading({ ...terms, seed, price: 400 }).moves)
  expect(a).toEqual(b)
  expect(a).not.toEqual(c)
})
test.each([100, 500, 900])('behavior: at a price of %d every book keeps depth on both sides', (price) => {
  for (const seed of seeds) {
    const { moves, model } = planTrading({ ...terms, seed, price })
    const [bids, asks] = [model.book.list('bid'), model.book.list('ask')]
    expect({ seed, deep: Math.min(bids.length, asks.length) >= 2 }).toEqual({ seed, deep: true })
    const [bid, ask] = [bids[0]!, asks[0]!].map((order) => bookPriceOf(order.price, order.outcome))
    expect(bid).toBeLessThan(ask!)
    expect(moves.every(({ atMs }) => atMs >= terms.fromMs && atMs < terms.toMs)).toBe(true)
    expect(moves.map(({ atMs }) => atMs)).toEqual(moves.map(({ atMs }) => atMs).sort((x, y) => x - y))
  }
})
test('behavior: every market has all three kinds of fills', () => {
  for (const seed of seeds) {
    const { events } = planTrading({ ...terms, moves: 14, seed, price: 300 })
    const kinds = new Set(events.flatMap((event) => (event.type === 'OrderFilled' ? [event.fillType] : [])))
    expect({ seed, kinds: [...kinds].sort() }).toEqual({ seed, kinds: [...fillTypes].sort() })
  }
})
