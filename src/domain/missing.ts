import type { Refusal } from '../kit/index.ts'
import { refuse } from './codes.ts'

const words = {
  marketAddress: 'market',
  eventId: 'event',
  proposalId: 'proposal',
  parlayId: 'parlay offer',
  keyId: 'key',
} as const

/** Refuses NOT_FOUND by name: `there is no market 25…`. */
export function missing(what: keyof typeof words, id: string | number): Refusal {
  return refuse('NOT_FOUND', { [what]: id }, `there is no ${words[what]} ${id}`)
}
