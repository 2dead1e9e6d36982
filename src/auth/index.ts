/**
 * auth: who is asking, what they may do, and how often.
 *
 * Owns          challenges, signature checks, keys, scopes, rate limits, the maintenance switch.
 * Does not own  headers, routes, wording of answers.
 * Runs          a few threads that check signatures; one slow loop that forgets ended challenges.
 */
export type { Auth } from './auth.ts'
export { clientOf } from './client-of.ts'
export { createAuth } from './create-auth.ts'
export type { ObserveAuth } from './observation.ts'
export {
  CANCELS_PER_MINUTE,
  createRateLimiter,
  type RateDecision,
  type RateLimiter,
  windowsMax,
} from './rate-limit.ts'
export {
  openSharedWindows,
  type SharedWindows,
  WindowServerRefused,
} from './shared-windows.ts'
export { createVerifier, type Verifier } from './verifier.ts'
export { connectWindowServer } from './window-server.ts'
