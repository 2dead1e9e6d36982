import { describe, expect, test } from 'vitest'
import { ONE } from './amount.ts'
import type { MarketEvent } from './market-event.ts'
import { createMarketModel, type MarketModel, type ModelAnswer, type ModelOrder } from './market-model.ts'

const ENDS_AT_MS = 1_000_000
let nowMs = 0

function market(): MarketModel {
  nowMs = 0
  return createMarketModel({
    marketAddress: 'm',
    creator: 'creator',
    treasury: 'treasury',
    creatorShare: 10,
    unit: ONE,
    endsAtMs: ENDS_AT_MS,
    closingMs: 1_000,
    nowMs: () => nowMs,
  })
}

const order = (trader: string, changes: Partial<ModelOrder> = {}): ModelOrder => ({
  trader,
  side: 'buy',
  outcome: 'yes',
  price: 500,
  quantity: ONE,
  timeInForce: 'gtc',
  isMarketOrder: false,
  maxFills: 100,
  referer: null,
  expiresAtMs: null,
  ...changes,
})

const eventsOf = (answer: ModelAnswer): readonly MarketEvent[] => {
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.events
}
const fillOf = (answer: ModelAnswer) => eventsOf(answer).find((event) => event.type === 'OrderFilled')

/** a holds yes and b no, 10 shares each. */
function withPairs(): MarketModel {
  const model = market()
  eventsOf(model.place(order('a', { quantity: 10n * ONE })))
  eventsOf(model.place(order('b', { outcome: 'no', quantity: 10n * ONE })))
  return model
}

describe('the rounding table', () => {
  test('default: mint against a resting buy: the lock pays L(r) − L(r−q), the taker q minus that', () => {
    const model = market()
    eventsOf(model.place(order('a', { price: 333, quantity: 3n * ONE })))
    const fill = fillOf(model.place(order('b', { outcome: 'no', price: 667, quantity: ONE + 1n })))
    expect(fill).toMatchObject({ fillType: 'mint', price: 333, makerCollateral: 333_000_000_000_000_000n })
    expect(model.gained('b')).toBe(-(667_000_000_000_000_001n + 16_675_000_000_000_001n))
    expect(model.held()).toBe(model.owed())
  })
  test('default: transfer against a resting sell: the taker pays floor(p × q / 1000), all of it the seller’s', () => {
    const model = withPairs()
    const before = model.gained('a')
    eventsOf(model.place(order('a', { side: 'sell', price: 333, quantity: 2n * ONE })))
    const fill = fillOf(model.place(order('c', { price: 400, quantity: ONE + 1n, timeInForce: 'ioc' })))
    expect(fill).toMatchObject({
      fillType: 'transfer',
      price: 333,
      makerCollateral: 333_000_000_000_000_000n,
    })
    expect(model.gained('a') - before).toBe(333_000_000_000_000_000n)
  })
  test('default: transfer against a resting buy: the taker gets the whole part of the lock, minus the fee', () => {
    const model = withPairs()
    eventsOf(model.place(order('c', { price: 333, quantity: 3n * ONE })))
    const before = model.gained('a')
    const fill = fillOf(model.place(order('a', { side: 'sell', price: 300, quantity: ONE + 1n })))
    expect(fill).toMatchObject({
      fillType: 'transfer',
      price: 333,
      makerCollateral: 333_000_000_000_000_000n,
    })
    expect(model.gained('a') - before).toBe(333_000_000_000_000_000n - 8_325_000_000_000_000n)
  })
  test('default: merge against a resting sell: floor(p × q / 1000) to the seller, q minus that to the taker', () => {
    const model = withPairs()
    eventsOf(model.place(order('b', { side: 'sell', outcome: 'no', price: 333, quantity: 2n * ONE })))
    const fill = fillOf(model.place(order('a', { side: 'sell', price: 600, quantity: ONE + 1n })))
    expect(fill).toMatchObject({ fillType: 'merge', price: 333, makerCollateral: 333_000_000_000_000_000n })
    expect(model.held()).toBe(model.owed())
  })
})

describe('price and time', () => {
  test('behavior: the better price first, then the older order, at the resting price', () => {
    const model = market()
    eventsOf(model.place(order('a', { price: 400 })))
    eventsOf(model.place(order('b', { price: 410 })))
    eventsOf(model.place(order('c', { price: 410 })))
    const events = eventsOf(model.place(order('d', { outcome: 'no', price: 600, quantity: 3n * ONE })))
    const fills = events.filter((event) => event.type === 'OrderFilled')
    expect(fills.map((event) => [event.makerOrderId, event.price])).toEqual([
      [2, 410],
      [3, 410],
      [1, 400],
    ])
  })
  test('behavior: what is left below one share is cancelled on either side of a fill', () => {
    const model = market()
    eventsOf(model.place(order('a', { quantity: 2n * ONE })))
    const maker = eventsOf(model.place(order('b', { outcome: 'no', quantity: ONE + 1n })))
    expect(maker.at(-2)).toMatchObject({
      type: 'OrderCancelled',
      orderId: 1,
      reason: 'dust',
      remaining: ONE - 1n,
    })
    eventsOf(model.place(order('a', { quantity: ONE })))
    const taker = eventsOf(model.place(order('b', { outcome: 'no', quantity: 2n * ONE - 1n })))
    expect(taker.at(-2)).toMatchObject({
      type: 'OrderCancelled',
      orderId: 4,
      reason: 'dust',
      remaining: ONE - 1n,
    })
    expect(model.book.list('bid')).toEqual([])
    expect(model.book.list('ask')).toEqual([])
  })
  test('behavior: meeting one’s own order cancels the resting one and counts as a fill', () => {
    const model = market()
    eventsOf(model.place(order('a')))
    const events = eventsOf(model.place(order('a', { outcome: 'no', maxFills: 1 })))
    expect(events[1]).toMatchObject({ type: 'OrderCancelled', orderId: 1, reason: 'self' })
    expect(model.book.find(2)).not.toBeNull()
  })
  test('behavior: a limit order that reached maxFills is cancelled while the book still crosses', () => {
    const model = market()
    eventsOf(model.place(order('a')))
    eventsOf(model.place(order('b')))
    const events = eventsOf(model.place(order('c', { outcome: 'no', quantity: 2n * ONE, maxFills: 1 })))
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'OrderCancelled', orderId: 3, reason: 'crossing' }),
    )
  })
})

describe('dead orders in the way', () => {
  test('behavior: a post-only order clears a hundred, a quote a hundred of both sides together', () => {
    const model = market()
    const dead = { timeInForce: 'gtd', expiresAtMs: 10 } as const
    for (let i = 0; i < 102; i += 1) eventsOf(model.place(order('b', { price: 400, ...dead })))
    for (let i = 0; i < 101; i += 1) eventsOf(model.place(order('b', { outcome: 'no', ...dead })))
    nowMs = 10
    const postOnly = eventsOf(model.place(order('a', { timeInForce: 'post-only' })))
    expect(postOnly.filter((event) => 'reason' in event && event.reason === 'expired')).toHaveLength(100)
    expect(postOnly.at(-1)).toMatchObject({ type: 'OrderCancelled', orderId: 204, reason: 'post-only' })
    const bid = { side: 'buy', outcome: 'yes', price: 500, quantity: ONE, expiresAtMs: null } as const
    const orders = [bid, { ...bid, outcome: 'no', price: 600 } as const]
    const quote = eventsOf(model.quote({ trader: 'a', cancel: [], orders, approved: 10n * ONE }))
    expect(quote.filter((event) => 'reason' in event && event.reason === 'expired')).toHaveLength(100)
    expect(model.book.list('bid').map(({ orderId }) => orderId)).toEqual([101, 102])
    expect(model.book.list('ask').map(({ orderId }) => orderId)).toEqual([203])
  })
})

describe('the end', () => {
  test('behavior: void pays every lot the closing price, rounded down, and keeps only that dust', () => {
    const model = withPairs()
    eventsOf(model.place(order('a', { side: 'sell', price: 900, quantity: ONE + 1n })))
    nowMs = ENDS_AT_MS
    expect(eventsOf(model.resolve(3, null))[0]).toMatchObject({ closing: 500 })
    expect(eventsOf(model.release(3))[0]).toMatchObject({ payout: ONE / 2n })
    eventsOf(model.settle('a'))
    eventsOf(model.settle('b'))
    eventsOf(model.payFees())
    expect(model.held()).toBe(1n)
  })
  test('error: settling twice finds no position', () => {
    const model = withPairs()
    nowMs = ENDS_AT_MS
    eventsOf(model.resolve(1, null))
    eventsOf(model.settle('a'))
    expect(model.settle('a')).toEqual({ ok: false, refusal: 'NoPosition' })
  })
})
