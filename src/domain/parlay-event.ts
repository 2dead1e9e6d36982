import type { Outcome } from './order-terms.ts'

/** What the parlay book says about its offers. */
export type ParlayEvent = ParlayOffered | ParlayTaken | ParlayRefunded | ParlaySettled

export interface ParlayLeg {
  readonly marketAddress: string
  readonly outcome: Outcome
}

export interface ParlayOffered {
  readonly type: 'ParlayOffered'
  readonly parlayId: number
  readonly maker: string
  readonly amount: bigint
  /** Thousandths: 5000 = 5×. */
  readonly combinedOdds: number
  /** What the other side locks: ceil(amount × (combinedOdds − 1000) / 1000). */
  readonly takerAmount: bigint
  readonly expiresAtMs: number
  readonly legs: readonly ParlayLeg[]
  /** Hash of all of this, with the subjects of the legs: what the id stands for. */
  readonly terms: string
}

export interface ParlayTaken {
  readonly type: 'ParlayTaken'
  readonly parlayId: number
  readonly taker: string
}

/** An untaken offer went back: to the maker who cancelled it, or by anybody's call after it expired. */
export interface ParlayRefunded {
  readonly type: 'ParlayRefunded'
  readonly parlayId: number
  readonly maker: string
  readonly expired: boolean
}

export const parlayResults = ['maker', 'taker', 'void'] as const
export type ParlayResult = (typeof parlayResults)[number]

/** Both amounts are what was paid: the whole pot to one side, or each stake back on void. */
export interface ParlaySettled {
  readonly type: 'ParlaySettled'
  readonly parlayId: number
  readonly result: ParlayResult
  readonly makerPayout: bigint
  readonly takerPayout: bigint
}
