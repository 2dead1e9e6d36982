import type { Outcome } from '../../domain/index.ts'
import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

export interface OfferParlay {
  readonly parlaysId: string
  readonly collateralId: string
  readonly amount: bigint
  readonly combinedOdds: number
  /** By the markets' counters, not their addresses: the contract derives the addresses itself. */
  readonly legs: readonly { readonly marketNumber: number; readonly outcome: Outcome }[]
  /** What the numbers stand for: subjectOfLegs. */
  readonly subject: string
  /** Null: until the earliest leg ends. */
  readonly expiresAtMs: number | null
  readonly deadlineMs: number
}

/** Offers a parlay and locks the maker's stake. */
export function offerParlay(offer: OfferParlay): ContractCall {
  const legs = offer.legs
    .map((leg) => leg.marketNumber.toString(16).padStart(16, '0') + (leg.outcome === 'yes' ? '01' : '02'))
    .join('')
  return callScript({
    contract: 'Parlays',
    contractId: offer.parlaysId,
    method: 'offer',
    args: {
      said: offer.subject,
      deadline: BigInt(offer.deadlineMs),
      amount: offer.amount,
      combinedOdds: BigInt(offer.combinedOdds),
      legs,
      expiresAt: BigInt(offer.expiresAtMs ?? 0),
    },
    attoAlph: ENTRY_DEPOSIT,
    tokens: [{ id: offer.collateralId, amount: offer.amount }],
    outputs: 2,
  })
}
