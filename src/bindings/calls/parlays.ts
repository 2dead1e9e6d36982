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

/** Takes the other side of an offer; takerAmount is what the offer's event named. */
export function takeParlay(call: {
  readonly parlaysId: string
  readonly collateralId: string
  readonly parlayId: number
  readonly takerAmount: bigint
  /** What the id stands for: the offer's terms. */
  readonly terms: string
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Parlays',
    contractId: call.parlaysId,
    method: 'take',
    args: { parlayId: BigInt(call.parlayId), said: call.terms, deadline: BigInt(call.deadlineMs) },
    tokens: [{ id: call.collateralId, amount: call.takerAmount }],
    outputs: 2,
  })
}

/** Gives an untaken offer back: its maker at any time, anybody once it has expired. */
export function refundParlay(call: {
  readonly parlaysId: string
  readonly parlayId: number
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Parlays',
    contractId: call.parlaysId,
    method: 'refund',
    args: { parlayId: BigInt(call.parlayId), deadline: BigInt(call.deadlineMs) },
  })
}

/** Pays a taken parlay once its legs decide it; anybody may call it. */
export function settleParlay(call: { readonly parlaysId: string; readonly parlayId: number }): ContractCall {
  return callScript({
    contract: 'Parlays',
    contractId: call.parlaysId,
    method: 'settle',
    args: { parlayId: BigInt(call.parlayId) },
    outputs: 2,
  })
}
