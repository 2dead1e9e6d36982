/**
 * doctor: looks at everything a venue stands on, and says what would put right what is wrong.
 *
 * Owns          the checks of nodes, contracts, tokens, keeper, database, counters, disk, proxy and clocks; what each finding says.
 * Does not own  any repair: it changes nothing.
 */

export { examine, unseen } from './examine.ts'
export type { CheckName, Finding } from './finding.ts'
