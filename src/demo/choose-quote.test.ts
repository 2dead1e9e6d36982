import { describe, expect, test } from 'vitest'
import { ONE, type Outcome, type PlannedOrder } from '../domain/index.ts'
import type { OrderRow, PositionRow } from '../store/index.ts'
import { chooseQuote, type MarketView, makerOf, planRungs } from './choose-quote.ts'
import { demoWallet } from './demo-cast.ts'

const nowMs = Date.UTC(2030, 0, 1, 12)
const hour = 3_600_000
const maker = demoWallet('emil').address
const visitor = demoWallet('demo').address

const said = (orders: readonly PlannedOrder[] | undefined) =>
  orders?.map(({ side, outcome, price, quantity }) => `${side} ${outcome} ${price} ${quantity / ONE}`)
const plan = (stance: Partial<Parameters<typeof planRungs>[0]>) => {
  const { yes = 0n, no = 0n, ...more } = stance
  return said(planRungs({ fair: 500, ...more, yes: yes * ONE, no: no * ONE }))
}
const order = (orderId: number, more: Partial<OrderRow>) =>
  ({ orderId, trader: maker, filled: 0n, expiresAtMs: nowMs + 2 * hour, ...more }) as OrderRow
const resting = (planned: readonly PlannedOrder[]) => planned.map((terms, i) => order(i + 1, terms))
const position = (positionType: Outcome, shares: bigint) =>
  ({ userAddress: maker, positionType, shares: shares * ONE }) as PositionRow
const empty: MarketView = { marketNumber: 1, fair: 500, nowMs, held: [], positions: [] }
const choose = (view: Partial<MarketView>) => chooseQuote({ ...empty, ...view })
const fresh = choose({})!.orders

describe('the rungs of a demo’s maker', () => {
  test('default: three a side around the fair price, thin inside and deep outside', () => {
    expect(plan({})).toEqual([
      'buy yes 490 60',
      'buy no 490 60',
      'buy yes 475 120',
      'buy no 475 120',
      'buy yes 460 240',
      'buy no 460 240',
    ])
    expect(plan({ fair: 130 })).toEqual([
      'buy yes 120 60',
      'buy no 860 60',
      'buy yes 105 120',
      'buy no 845 120',
      'buy yes 90 240',
      'buy no 830 240',
    ])
  })
  test('behavior: shares held are sold from the inside out, each once, and prices lean against them', () => {
    expect(plan({ yes: 100n })).toEqual([
      'buy yes 489 60',
      'sell yes 509 60',
      'buy yes 475 120',
      'sell yes 525 40',
      'buy no 475 80',
      'buy yes 460 240',
      'buy no 460 240',
    ])
    expect(plan({ no: 1_000n })).toEqual([
      'sell no 500 60',
      'buy no 480 60',
      'sell no 516 120',
      'buy no 466 120',
      'sell no 532 240',
      'buy no 452 240',
    ])
  })
  test('behavior: at its limit only one side is left', () => {
    expect(plan({ yes: 2_000n })).toEqual(['sell yes 490 60', 'sell yes 506 120', 'sell yes 522 240'])
  })
  test('behavior: what others bid and ask is not crossed', () => {
    expect(plan({ bestAsk: 480 })).toEqual([
      'buy yes 479 60',
      'buy no 490 60',
      'buy yes 475 120',
      'buy no 475 120',
      'buy yes 460 240',
      'buy no 460 240',
    ])
  })
})

describe('chooseQuote', () => {
  test('default: the market’s maker quotes for two hours, where it has nothing', () => {
    expect(choose({})).toMatchObject({ wallet: { name: 'emil' }, cancel: [], expiresAtMs: nowMs + 2 * hour })
    expect(said(fresh)).toEqual(plan({}))
    expect([1, 2, 3, 19].map((number) => makerOf(number).name)).toEqual(['emil', 'fred', 'emil', 'emil'])
    expect(choose({ marketNumber: 2 })?.wallet.name).toBe('fred')
  })
  test('behavior: what stands as planned is left alone, also with thirty shares less at a price', () => {
    const held = resting(fresh)
    const taken = (shares: bigint) => [{ ...held[0]!, filled: shares * ONE }, ...held.slice(1)]
    expect(choose({ held })).toBeNull()
    expect(choose({ held: taken(30n) })).toBeNull()
    expect(choose({ held: taken(31n) })?.cancel).toEqual([1, 2, 3, 4, 5, 6])
  })
  test('behavior: another price, a position or half of the time replaces all', () => {
    const held = resting(fresh)
    expect(said(choose({ held, fair: 505 })?.orders)).toEqual(plan({ fair: 505 }))
    expect(said(choose({ held, positions: [position('yes', 100n)] })?.orders)).toEqual(plan({ yes: 100n }))
    const ageing = (leftMs: number) => held.map((row) => ({ ...row, expiresAtMs: nowMs + leftMs }))
    expect(choose({ held: ageing(hour + 1) })).toBeNull()
    expect(choose({ held: ageing(hour) })?.cancel).toEqual([1, 2, 3, 4, 5, 6])
  })
  test('behavior: orders of the history are replaced, at most forty at once', () => {
    const old = Array.from({ length: 41 }, (_, i) =>
      order(i + 1, { side: 'buy', outcome: 'yes', price: 300, quantity: ONE, expiresAtMs: null }),
    )
    expect(choose({ held: old })?.cancel).toHaveLength(40)
  })
  test('behavior: only what others still offer is minded, and where they leave no room nothing is quoted', () => {
    const bid = (price: number, expiresAtMs: number | null) =>
      order(9, { trader: visitor, side: 'buy', outcome: 'yes', price, quantity: ONE, expiresAtMs })
    expect(said(choose({ held: [bid(520, null)] })?.orders)).toEqual(plan({ bestBid: 520 }))
    expect(said(choose({ held: [bid(520, nowMs)] })?.orders)).toEqual(plan({}))
    expect(choose({ held: [bid(999, null)], positions: [position('yes', 2_000n)] })).toBeNull()
  })
})
