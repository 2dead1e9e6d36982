import { describe, expect, test } from 'vitest'
import type { BookSide } from './book-side.ts'
import type { PlannedOrder } from './plan-quotes.ts'
import { planSides } from './plan-sides.ts'

const terms = { width: 40, size: 100n, skew: 20, positionMax: 1_000n }
type Pairs = readonly (readonly [price: number, quantity: bigint])[]
const levels = (pairs: Pairs) => pairs.map(([price, quantity]) => ({ price, quantity }))
const text = ({ side, outcome, price, quantity }: PlannedOrder) => `${side} ${outcome} ${price} ${quantity}`

function plan(
  { bids = [], asks = [], skipped = [] }: { bids?: Pairs; asks?: Pairs; skipped?: readonly BookSide[] },
  { yes = 0n, no = 0n } = {},
) {
  const others = { bids: levels(bids), asks: levels(asks) }
  const { rests, takes } = planSides(
    terms,
    { fair: 500, yes, no },
    { others, skipped: new Set<BookSide>(skipped) },
  )
  return { rests: rests.map(text), takes: takes.map(text) }
}

const both = ['buy yes 480 100', 'buy no 480 100']

describe('the sides of a maker', () => {
  test('default: with nobody across both rest', () => {
    expect(plan({})).toEqual({ rests: both, takes: [] })
    expect(plan({ bids: [[519, 1n]], asks: [[600, 1n]] })).toEqual({ rests: both, takes: [] })
    expect(plan({ bids: [[400, 1n]], asks: [[481, 1n]] })).toEqual({ rests: both, takes: [] })
  })
  test('behavior: less than a size across a side is taken at its own price', () => {
    expect(plan({ asks: [[480, 1n]] })).toEqual({ rests: ['buy no 480 100'], takes: ['buy yes 480 100'] })
    expect(plan({ asks: [[1, 1n]] })).toEqual({ rests: ['buy no 480 100'], takes: ['buy yes 480 100'] })
    expect(plan({ bids: [[520, 1n]] })).toEqual({ rests: ['buy yes 480 100'], takes: ['buy no 480 100'] })
    const two = [
      [300, 49n],
      [480, 50n],
      [481, 900n],
    ] as const
    expect(plan({ asks: two })).toEqual({ rests: ['buy no 480 100'], takes: ['buy yes 480 100'] })
  })
  test('behavior: of a size and more it stays clear, also where a side was skipped', () => {
    expect(plan({ asks: [[480, 100n]] })).toEqual({ rests: ['buy yes 479 100', 'buy no 480 100'], takes: [] })
    expect(plan({ bids: [[530, 100n]], skipped: ['ask'] })).toEqual({
      rests: ['buy yes 480 100', 'buy no 469 100'],
      takes: [],
    })
  })
  test('behavior: a side that was skipped takes what it does not see', () => {
    expect(plan({ skipped: ['bid'] })).toEqual({ rests: ['buy no 480 100'], takes: ['buy yes 480 100'] })
    expect(plan({ skipped: ['ask'] })).toEqual({ rests: ['buy yes 480 100'], takes: ['buy no 480 100'] })
    expect(plan({ skipped: ['bid', 'ask'] })).toEqual({ rests: [], takes: both })
  })
  test('behavior: shares held are sold first, and the limit holds', () => {
    expect(plan({ skipped: ['bid'] }, { no: 30n })).toEqual({
      rests: ['buy no 480 100'],
      takes: ['sell no 520 30', 'buy yes 480 70'],
    })
    expect(plan({ asks: [[1, 1n]] }, { yes: 1_000n })).toEqual({ rests: ['sell yes 500 100'], takes: [] })
  })
})
