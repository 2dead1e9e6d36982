/**
 * kit: the ground floor. What every room stands on and nothing about markets.
 *
 * Owns          clock, timers, randomness, bytes and hex, canonical JSON, assertions, the three kinds of failure,
 *               the chain's numbers that bind every room.
 * Does not own  any word of the venue.
 */

export { afterThisTurn } from './after-this-turn.ts'
export { maxBigint, minBigint } from './bigint.ts'
export { blake2b256 } from './blake2b.ts'
export { bytesToHex, concatBytes, equalBytes, hexToBytes, isHex, utf8ToBytes } from './bytes.ts'
export { canonicalJson, type JsonObject } from './canonical-json.ts'
export {
  CONTRACT_DEPOSIT,
  DUST,
  ED25519_GAS,
  GAS_MAX,
  GAS_MIN,
  GAS_PER_INPUT,
  GAS_PER_OUTPUT,
  GAS_PER_TX,
  GAS_PRICE_MIN,
  SIGNATURE_GAS,
} from './chain-rules.ts'
export {
  type Clock,
  createManualClock,
  type ManualClock,
  monotonicClock,
  monotonicMs,
  systemClock,
} from './clock.ts'
export { sleep, withDeadline } from './deadline.ts'
export { assert, Bug, Fault, type FaultKind, Refusal, unreachable } from './failures.ts'
export { printable } from './printable.ts'
export { createSeededRandom, type Random, randomBelow, systemRandom } from './random.ts'
export { createThreadPool, serveJobs, type ThreadPool } from './thread-pool.ts'
export { systemTimers, type Timers } from './timer.ts'
export { startWorker } from './worker.ts'
