import { addressToBytes } from '../alephium/index.ts'
import { blake2b256, bytesToHex, hexToBytes } from '../kit/index.ts'
import type { Outcome } from './order-terms.ts'

/** What the legs of a parlay stand for: the hash of their markets' subjects, in order. */
export const subjectOfLegs = (subjects: readonly string[]): string =>
  bytesToHex(blake2b256(hexToBytes(subjects.join(''))))

/**
 * What a market's or a proposal's number stands for: blake2b of the texts' hash, the leg and the end of trading. Numbers
 * are dealt again after a reorganisation, this is not. A proposal's leg is 0.
 */
export function subjectOf(of: {
  readonly textHash: string
  readonly leg: number
  readonly endsAtMs: number
}): string {
  const leg = of.leg.toString(16).padStart(2, '0')
  const endsAt = of.endsAtMs.toString(16).padStart(16, '0')
  return bytesToHex(blake2b256(hexToBytes(of.textHash + leg + endsAt)))
}

/**
 * What an offer of a parlay stands for: blake2b of its maker, amount, odds, end, and each leg's subject and outcome. Who
 * takes it repeats this, so that another offer under the same number is refused.
 */
export function termsOf(offer: {
  readonly maker: string
  readonly amount: bigint
  readonly combinedOdds: bigint
  readonly expiresAtMs: number
  readonly legs: readonly { readonly subject: string; readonly outcome: Outcome }[]
}): string {
  const word = (value: bigint): string => value.toString(16).padStart(64, '0')
  const expiresAt = offer.expiresAtMs.toString(16).padStart(16, '0')
  const bets = offer.legs.map(({ subject, outcome }) => subject + (outcome === 'yes' ? '01' : '02')).join('')
  const maker = bytesToHex(addressToBytes(offer.maker))
  return bytesToHex(
    blake2b256(hexToBytes(maker + word(offer.amount) + word(offer.combinedOdds) + expiresAt + bets)),
  )
}
