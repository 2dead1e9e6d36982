import { DUST, maxBigint } from '../kit/index.ts'
import type { ContractCall } from './call-script.ts'

/**
 * Dust beside what a call approves, for change of the caller's own coins. Calls bring the dust of their payments; this
 * is for what a script's remaining balance must be cut into, and comes back with it.
 */
export const SPARE_DUST = 2n * DUST

/**
 * Native coin a call takes along: what it approves, each token in a coin of its own that holds dust, and the spare. What
 * is left of the approved amount beside the tokens' dust is a coin too, and no coin holds less than dust.
 */
export function attachedAtto(call: ContractCall): bigint {
  const forTokens = DUST * BigInt(call.tokens.length)
  const beside = call.attoAlph - forTokens
  const rest = beside > 0n ? maxBigint(beside, DUST) : 0n
  return forTokens + rest + SPARE_DUST
}
