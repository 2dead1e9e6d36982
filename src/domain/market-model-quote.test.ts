import { describe, expect, test } from 'vitest'
import { ONE } from './amount.ts'
import { createMarketModel, type ModelAnswer, type ModelQuote, type QuotedOrder } from './market-model.ts'

const ENDS_AT_MS = 1_000
const eventsOf = (answer: ModelAnswer) => {
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.events
}
const bid: QuotedOrder = { side: 'buy', outcome: 'yes', price: 400, quantity: ONE, expiresAtMs: null }
const ask: QuotedOrder = { ...bid, side: 'sell', price: 600 }

/** A quote of a, who holds ten pairs, and what it says, order by order: why one did not rest, or null. */
function market() {
  const clock = { nowMs: 0 }
  const model = createMarketModel({
    ...{ marketAddress: 'm', creator: 'creator', treasury: 'treasury', creatorShare: 10 },
    ...{ unit: ONE, endsAtMs: ENDS_AT_MS, closingMs: 100, nowMs: () => clock.nowMs },
  })
  eventsOf(model.split('a', 10n * ONE))
  const quote = (orders: readonly QuotedOrder[], changes: Partial<ModelQuote> = {}) =>
    model.quote({ trader: 'a', cancel: [], orders, approved: 100n * ONE, ...changes })
  const reasons = (...of: Parameters<typeof quote>) => {
    const events = eventsOf(quote(...of))
    const placed = events.filter((event) => event.type === 'OrderPlaced').map(({ orderId }) => orderId)
    return placed.map(
      (id) => events.find((event) => event.type === 'OrderCancelled' && event.orderId === id) ?? null,
    )
  }
  const refusal = (...of: Parameters<typeof quote>) => {
    const answer = quote(...of)
    return answer.ok ? 'accepted' : answer.refusal
  }
  return { model, clock, quote, reasons, refusal }
}

describe('a quote', () => {
  test('default: its orders rest, post-only, and hold what they would give', () => {
    const { model, quote } = market()
    const placed = { type: 'OrderPlaced', marketAddress: 'm', trader: 'a', outcome: 'yes', quantity: ONE }
    const terms = { timeInForce: 'post-only', isMarketOrder: false, referer: null }
    expect(eventsOf(quote([bid, { ...ask, expiresAtMs: 9 }]))).toEqual([
      { ...placed, orderId: 1, side: 'buy', price: 400, ...terms },
      { ...placed, orderId: 2, side: 'sell', price: 600, ...terms },
      { type: 'OrderExpires', marketAddress: 'm', orderId: 2, expiresAtMs: 9 },
    ])
    expect([model.gained('a'), model.position('a')]).toEqual([
      (-104n * ONE) / 10n,
      { yes: 9n * ONE, no: 10n * ONE },
    ])
    expect(model.book.list('bid')).toMatchObject([{ orderId: 1, remaining: ONE, expiresAtMs: null }])
    expect(model.book.list('ask')).toMatchObject([{ orderId: 2, remaining: ONE, expiresAtMs: 9 }])
    expect(model.held()).toBe(model.owed())
  })

  test('error: up to forty cancels of its own and twenty orders, in terms any order has', () => {
    const { model, clock, refusal } = market()
    const others = eventsOf(model.quote({ trader: 'b', cancel: [], orders: [bid], approved: ONE }))
    expect(others).toHaveLength(1)
    const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 100)
    expect([refusal([bid], { cancel: ids(41) }), refusal([bid], { cancel: ids(40) })]).toEqual([
      ...['BadOrderList', 'accepted'],
    ])
    const orders = (count: number) => Array.from({ length: count }, () => bid)
    expect([0, 1, 20, 21].map((count) => refusal(orders(count)))).toEqual([
      ...['BadQuote', 'accepted', 'accepted', 'BadQuote'],
    ])
    expect(refusal([bid], { cancel: [1] })).toBe('NotTheOwner')
    expect(refusal([bid, { ...bid, price: 1_000 }])).toBe('BadPrice')
    expect(refusal([bid, { ...bid, quantity: 0n }])).toBe('BadQuantity')
    expect([0, 1].map((expiresAtMs) => refusal([bid, { ...bid, expiresAtMs }]))).toEqual([
      ...['BadExpiry', 'accepted'],
    ])
    clock.nowMs = ENDS_AT_MS
    expect(refusal([bid])).toBe('TradingEnded')
  })

  test('behavior: a buy rests while what was approved lasts, to the unit', () => {
    const { reasons } = market()
    const approved = (8n * ONE) / 10n
    expect(reasons([bid, bid], { approved })).toEqual([null, null])
    expect(reasons([bid, bid], { approved: approved - 1n })).toMatchObject([
      null,
      { reason: 'unfunded', remaining: ONE, collateral: 0n },
    ])
    // A cheaper one behind it still rests.
    expect(reasons([bid, bid, { ...bid, price: 100 }], { approved: ONE / 2n })).toMatchObject([
      ...[null, { reason: 'unfunded' }, null],
    ])
  })

  test('behavior: what it cancels first pays for what it rests', () => {
    const { model, quote } = market()
    eventsOf(quote([bid, { ...ask, quantity: 10n * ONE }]))
    const events = eventsOf(
      quote([bid, { ...ask, quantity: 10n * ONE }], { cancel: [2, 1, 1, 77], approved: 0n }),
    )
    expect(
      events.map((event) => ('reason' in event ? `${event.orderId} ${event.reason}` : event.type)),
    ).toEqual([...['2 owner', '1 owner', 'OrderPlaced', 'OrderPlaced']])
    expect(model.held()).toBe(model.owed())
  })

  test('behavior: a sell rests what the wallet holds of that outcome, to the unit', () => {
    const { reasons } = market()
    const seven = { ...ask, quantity: 7n * ONE }
    const rest = { ...ask, quantity: 3n * ONE }
    expect(reasons([seven, { ...rest, quantity: 3n * ONE + 1n }, rest, ask], { approved: 0n })).toMatchObject(
      [...[null, { reason: 'unfunded' }, null, { reason: 'unfunded' }]],
    )
  })

  test('behavior: an order below a share is dust, one that crosses is post-only, also of the same quote', () => {
    const { reasons } = market()
    const crossing = { ...ask, price: 400 }
    expect(
      reasons([bid, crossing, { ...crossing, quantity: ONE - 1n }, { ...ask, price: 401 }]),
    ).toMatchObject([...[null, { reason: 'post-only' }, { reason: 'dust', remaining: ONE - 1n }, null]])
  })

  test('behavior: what it would meet and has ended is cancelled first, and pays its owner', () => {
    const { model, clock, quote } = market()
    const dead = { ...bid, expiresAtMs: 5 }
    eventsOf(model.quote({ trader: 'b', cancel: [], orders: [dead, { ...dead, price: 399 }], approved: ONE }))
    clock.nowMs = 5
    const events = eventsOf(quote([{ ...ask, price: 400 }]))
    expect(events).toMatchObject([
      { type: 'OrderCancelled', orderId: 1, trader: 'b', reason: 'expired', collateral: (4n * ONE) / 10n },
      { type: 'OrderPlaced', orderId: 3 },
    ])
    expect(model.book.list('bid')).toMatchObject([{ orderId: 2 }])
    expect(model.gained('b')).toBe((-399n * ONE) / 1_000n)
  })
})
