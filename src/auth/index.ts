/**
 * auth: who is asking, what they may do, and how often.
 *
 * Owns          challenges, signature checks, keys, scopes, rate limits, the maintenance switch.
 * Does not own  headers, routes, wording of answers.
 * Runs          a few threads that check signatures; one slow loop that forgets ended challenges.
 */
export type { Auth, ChallengeRequest, IssuedChallenge, MintedKey, MintRequest } from './auth.ts'
export { clientOf } from './client-of.ts'
export { type AuthOptions, createAuth } from './create-auth.ts'
export type { AuthObservation, ObserveAuth } from './observation.ts'
export {
  createRateLimiter,
  type LimitedRequest,
  type RateDecision,
  type RateLimiter,
  type RateLimiterOptions,
  windowsMax,
} from './rate-limit.ts'
export {
  openSharedWindows,
  type SharedWindows,
  type SharedWindowsOptions,
  WindowServerRefused,
} from './shared-windows.ts'
export { createMemoryWindows, type WindowState, type WindowStore } from './sliding-window.ts'
export { createVerifier, type Verifier, type VerifierJob, type VerifierOptions } from './verifier.ts'
