import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ONE } from './amount.ts'
import { lockOf } from './fee.ts'
import { createMarketModel, FILLS_MAX, type ModelOrder } from './market-model.ts'
import { createOrderBook, type RestingOrder } from './order-book.ts'
import { outcomes, type Side, sides } from './order-terms.ts'
import { averagePriceOf, type QuoteTerms, quoteFills, slippageBpsOf } from './quote.ts'

const order = (
  orderId: number,
  side: Side,
  outcome: 'yes' | 'no',
  price: number,
  remaining: bigint,
  trader = 'maker',
  expiresAtMs: number | null = null,
): RestingOrder => ({ orderId, trader, side, outcome, price, remaining, expiresAtMs })

const buyYes = (size: QuoteTerms['size'], more: Partial<QuoteTerms> = {}): QuoteTerms => ({
  side: 'buy',
  outcome: 'yes',
  size,
  price: null,
  trader: null,
  fillsMax: FILLS_MAX,
  restingMin: ONE,
  nowMs: 1_000,
  ...more,
})

/** As many as `npm run sim -- accounts` says. */
const books = Number(process.env.SIBYL_SIM_BOOKS ?? 500)

describe('quoteFills', () => {
  const asks = [
    order(1, 'sell', 'yes', 400, 2n * ONE),
    order(2, 'buy', 'no', 500, 3n * ONE),
    order(3, 'sell', 'yes', 600, 5n * ONE),
  ]

  test('default: best price first, each fill rounded by itself, one fee on all', () => {
    const quote = quoteFills(asks, buyYes({ quantity: 4n * ONE }))
    expect(quote.fills).toEqual([
      { makerOrderId: 1, fillType: 'transfer', price: 400, quantity: 2n * ONE, collateral: (8n * ONE) / 10n },
      { makerOrderId: 2, fillType: 'mint', price: 500, quantity: 2n * ONE, collateral: ONE },
    ])
    expect(quote).toMatchObject({
      filled: 4n * ONE,
      notional: (18n * ONE) / 10n,
      fee: (45n * ONE) / 1000n,
      resting: 0n,
    })
  })
  test('behavior: an order that has ended by itself is met, counts, and fills nothing', () => {
    const dead = order(9, 'sell', 'yes', 300, ONE, 'maker', 1_000)
    const terms = buyYes({ quantity: ONE }, { fillsMax: 1, price: 400 })
    expect(quoteFills([dead, ...asks], terms)).toMatchObject({ fills: [], resting: 0n })
    const alive = { ...dead, expiresAtMs: 1_001 }
    expect(quoteFills([alive, ...asks], terms)).toMatchObject({ filled: ONE, notional: (3n * ONE) / 10n })
  })
  test('behavior: what the price keeps from filling rests, from one share on', () => {
    const limited = buyYes({ quantity: 3n * ONE }, { price: 400 })
    expect(quoteFills(asks, limited)).toMatchObject({ filled: 2n * ONE, resting: ONE })
    const less = buyYes({ quantity: 3n * ONE - 1n }, { price: 400 })
    expect(quoteFills(asks, less)).toMatchObject({ filled: 2n * ONE, resting: 0n })
    expect(quoteFills(asks, buyYes({ quantity: 20n * ONE }))).toMatchObject({
      filled: 10n * ONE,
      resting: 0n,
    })
  })
  test('behavior: as many fills as a transaction has, and then nothing rests that would cross', () => {
    const terms = buyYes({ quantity: 9n * ONE }, { fillsMax: 2, price: 600 })
    expect(quoteFills(asks, terms)).toMatchObject({ filled: 5n * ONE, resting: 0n })
    const below = buyYes({ quantity: 9n * ONE }, { fillsMax: 2, price: 599 })
    expect(quoteFills(asks, below)).toMatchObject({ filled: 5n * ONE, resting: 4n * ONE })
  })
  test('behavior: own orders are met, counted and not filled', () => {
    const mixed = [order(1, 'sell', 'yes', 400, ONE, 'me'), order(2, 'sell', 'yes', 400, ONE)]
    const one = { trader: 'me', fillsMax: 1 }
    expect(quoteFills(mixed, buyYes({ quantity: ONE }, one)).filled).toBe(0n)
    expect(quoteFills(mixed, buyYes({ quantity: ONE }, { trader: 'me' })).fills).toMatchObject([
      { makerOrderId: 2 },
    ])
  })
  test('behavior: spend buys as much as it pays for with the fee, and not a unit more', () => {
    // 0.8 for two shares and 2.5 % of it
    expect(quoteFills(asks, buyYes({ spend: (82n * ONE) / 100n }))).toMatchObject({
      filled: 2n * ONE,
      fee: (2n * ONE) / 100n,
    })
    const short = quoteFills(asks, buyYes({ spend: (82n * ONE) / 100n - 1n }))
    expect(short.filled).toBeLessThan(2n * ONE)
    expect(short.notional + short.fee).toBeLessThanOrEqual((82n * ONE) / 100n - 1n)
    // Two units of a share at 0.4 are rounded down to nothing, three are one and a fee of one.
    expect(quoteFills(asks, buyYes({ spend: 1n }))).toMatchObject({ filled: 2n, notional: 0n, fee: 0n })
    expect(quoteFills([], buyYes({ spend: ONE }))).toMatchObject({ filled: 0n, fills: [] })
  })
  test('behavior: average and slippage are rounded to the trader’s disadvantage', () => {
    const best = { bid: 300, ask: 400 }
    const bought = quoteFills(asks, buyYes({ quantity: 3n * ONE }))
    expect(averagePriceOf('buy', bought)).toBe(434)
    expect(slippageBpsOf({ side: 'buy', outcome: 'yes' }, bought, best)).toBe(2381)
    expect(slippageBpsOf({ side: 'buy', outcome: 'yes' }, bought, { bid: null, ask: 400 })).toBeNull()
    const bids = [order(9, 'buy', 'yes', 300, ONE)]
    const sold = quoteFills(bids, buyYes({ quantity: ONE }, { side: 'sell' }))
    expect(averagePriceOf('sell', sold)).toBe(300)
    expect(slippageBpsOf({ side: 'sell', outcome: 'yes' }, sold, best)).toBe(1429)
    // No at 700 against a middle of 650: the same fill from the other side.
    const no = quoteFills(bids, buyYes({ quantity: ONE }, { outcome: 'no' }))
    expect(no.fills).toMatchObject([{ fillType: 'mint', price: 700 }])
    expect(slippageBpsOf({ side: 'buy', outcome: 'no' }, no, best)).toBe(770)
    expect(averagePriceOf('buy', quoteFills([], buyYes({ quantity: 1n })))).toBeNull()
  })

  const traders = ['ann', 'bob', 'cyd']
  const anyOrder = fc.record({
    trader: fc.constantFrom(...traders),
    side: fc.constantFrom(...sides),
    outcome: fc.constantFrom(...outcomes),
    price: fc.integer({ min: 1, max: 999 }),
    quantity: fc.oneof(fc.bigInt(1n, 20n * ONE), fc.constantFrom(ONE, 2n * ONE, ONE - 1n)),
    maxFills: fc.constantFrom(1, 2, FILLS_MAX),
    // Two of them are dead when the last order comes.
    expiresAtMs: fc.constantFrom(null, null, null, 1_499, 1_500, 1_501),
  })
  const toModel = (from: Omit<ModelOrder, 'timeInForce' | 'isMarketOrder' | 'referer'>): ModelOrder => ({
    ...from,
    timeInForce: from.expiresAtMs === null ? 'gtc' : 'gtd',
    isMarketOrder: false,
    referer: null,
  })

  test('behavior: equals the fills that follow, to the unit', () => {
    fc.assert(
      fc.property(fc.array(anyOrder, { minLength: 1, maxLength: 40 }), anyOrder, (history, end) => {
        const last = { ...end, expiresAtMs: null }
        let nowMs = 1_000
        const model = createMarketModel({
          marketAddress: 'm',
          creator: 'c',
          treasury: 't',
          creatorShare: 7,
          unit: ONE,
          endsAtMs: 2_000,
          closingMs: 10,
          nowMs: () => nowMs,
        })
        // Enough to sell whatever is wanted: only the limits of the last order decide.
        for (const trader of traders) model.split(trader, 1_000n * ONE)
        for (const past of history) model.place(toModel(past))
        nowMs = 1_500
        const bids = (last.side === 'buy') === (last.outcome === 'yes')
        const facing = model.book.list(bids ? 'ask' : 'bid').map((resting) => ({ ...resting }))
        const before = model.gained(last.trader)
        const answer = model.place(toModel(last))
        if (!answer.ok) throw new Error(answer.refusal)
        const quote = quoteFills(facing, {
          ...last,
          size: { quantity: last.quantity },
          fillsMax: last.maxFills,
          restingMin: ONE,
          nowMs,
        })
        const fills = answer.events.filter((event) => event.type === 'OrderFilled')
        expect(quote.fills).toEqual(
          fills.map(({ makerOrderId, fillType, price, quantity, makerCollateral }) => ({
            makerOrderId,
            fillType,
            price: fillType === 'transfer' ? price : 1000 - price,
            quantity,
            collateral: fillType === 'transfer' ? makerCollateral : quantity - makerCollateral,
          })),
        )
        const charged = answer.events.find((event) => event.type === 'FeeCharged')
        expect([quote.notional, quote.fee]).toEqual([charged?.notional ?? 0n, charged?.fee ?? 0n])
        const { orderId } = answer.events.find((event) => event.type === 'OrderPlaced')!
        expect(quote.resting).toBe(model.book.find(orderId)?.remaining ?? 0n)
        // What its own orders held comes back to it, met alive or dead; what rests is locked.
        const back = answer.events.reduce(
          (sum, event) =>
            event.type === 'OrderCancelled' && event.trader === last.trader ? sum + event.collateral : sum,
          0n,
        )
        const paid =
          last.side === 'sell' ? -quote.notional : quote.notional + lockOf(last.price, quote.resting)
        expect(model.gained(last.trader) - before).toBe(back - paid - quote.fee)
      }),
      { numRuns: books },
    )
  })
  test('behavior: a unit more than spend buys would cost more than it', () => {
    fc.assert(
      fc.property(
        fc.array(anyOrder, { minLength: 1, maxLength: 20 }),
        fc.bigInt(1n, 30n * ONE),
        (past, spend) => {
          const book = createOrderBook()
          for (const [i, each] of past.entries())
            book.add({ ...each, orderId: i + 1, remaining: each.quantity, expiresAtMs: null })
          const facing = book.list('ask')
          const { filled, notional, fee } = quoteFills(facing, buyYes({ spend }))
          expect(notional + fee).toBeLessThanOrEqual(spend)
          const exact = quoteFills(facing, buyYes({ quantity: filled }))
          if (filled > 0n) expect([exact.notional, exact.fee]).toEqual([notional, fee])
          const more = quoteFills(facing, buyYes({ quantity: filled + 1n }))
          if (more.filled > filled) expect(more.notional + more.fee).toBeGreaterThan(spend)
        },
      ),
      { numRuns: 300 },
    )
  })
})
