import { FILLS_MAX, type VenueEvent } from '../domain/index.ts'

/** Orders beyond the simulated ones that a call may still meet when it is included: the book moves meanwhile. */
const SPARE_MET = 5

/** Measured on the market contract: at most 22k for a fill and 23k for a dead order, each on a level of its own. */
export const GAS_PER_MET = 24_000

/** Fills, and resting orders that were the trader's own or dead: the contract counts all of them. */
export const countMet = (events: readonly VenueEvent[]): number =>
  events.filter(
    (event) =>
      event.type === 'OrderFilled' ||
      (event.type === 'OrderCancelled' && (event.reason === 'self' || event.reason === 'expired')),
  ).length

/** As many as a call that met so many when it was built should be ready for. */
export const metMax = (met: number): number => Math.min(met + SPARE_MET, FILLS_MAX)
