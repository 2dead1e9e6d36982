import { blake2b256, bytesToHex, hexToBytes } from '../kit/index.ts'

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
