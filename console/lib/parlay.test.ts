import type { Market } from 'sibyl/client'
import { describe, expect, test } from 'vitest'
import { fairOdds, legWords, parseOdds, takerAmountOf } from './parlay.ts'

const market = (bestBidYes: number | null, bestAskYes: number | null) =>
  ({ bestBidYes, bestAskYes }) as Market // the book's best is all that counts

describe('parlays', () => {
  test('default: odds as the books see them', () => {
    const legs = [
      { market: market(490, 510), outcome: 'yes' as const },
      { market: market(740, 760), outcome: 'no' as const },
    ]
    expect(fairOdds(legs)).toBe(8_000)
  })
  test('behavior: an empty book has no word', () => {
    expect(fairOdds([{ market: market(null, null), outcome: 'yes' }])).toBeNull()
    expect(fairOdds([])).toBeNull()
  })
  test('behavior: what is nearly sure or nearly impossible stays inside the bounds', () => {
    expect(fairOdds([{ market: market(999, 1_000), outcome: 'yes' }])).toBe(1_001)
    expect(fairOdds([{ market: market(1, 1), outcome: 'yes' }])).toBe(50_000)
  })
  test.each([
    ['4', 4_000],
    ['1.001', 1_001],
    ['50', 50_000],
    ['1', null],
    ['50.001', null],
    ['x', null],
    ['', null],
  ])('behavior: %j is %s', (text, odds) => {
    expect(parseOdds(text)).toBe(odds)
  })
  test('behavior: the other side’s stake is rounded up', () => {
    expect([takerAmountOf(1_000n, 4_000), takerAmountOf(1n, 1_001)]).toEqual([3_000n, 1n])
  })
})

describe('a leg in words', () => {
  test.each(['yes', 'no'])('behavior: %s', (outcome) =>
    expect(legWords(outcome, 'Rain\u202e?')).toBe(`${outcome}: “Rain?”`),
  )
})
