import type { Market } from 'sibyl/client'
import { middleOf } from './book.ts'
import { quoted } from './quoted.ts'

export interface Leg {
  readonly market: Market
  readonly outcome: 'yes' | 'no'
}

export const legBounds = { min: 2, max: 5 } as const
/** Thousandths: 1.001 to 50 times the stake. */
export const oddsBounds = { min: 1_001, max: 50_000 } as const

/** What the books think the legs are worth together, in thousandths of odds; null where a book is empty. */
export function fairOdds(legs: readonly Leg[]): number | null {
  let chance = 1
  for (const { market, outcome } of legs) {
    const yes = middleOf(market.bestBidYes, market.bestAskYes)
    if (yes === null) return null
    chance *= (outcome === 'yes' ? yes : 1_000 - yes) / 1_000
  }
  if (legs.length === 0 || chance === 0) return null
  return Math.min(oddsBounds.max, Math.max(oddsBounds.min, Math.round(1_000 / chance)))
}

/** "3.5" as thousandths, or null outside the bounds. */
export function parseOdds(text: string): number | null {
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(text.trim())) return null
  const odds = Math.round(Number(text) * 1_000)
  return odds >= oddsBounds.min && odds <= oddsBounds.max ? odds : null
}

/** A leg in the words that are signed. */
export const legWords = (outcome: string, question: string): string => `${outcome}: ${quoted(question)}`

/** What the other side locks, rounded up as the contract does. */
export const takerAmountOf = (amount: bigint, odds: number): bigint =>
  (amount * BigInt(odds - 1_000) + 999n) / 1_000n
