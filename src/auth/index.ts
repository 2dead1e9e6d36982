/**
 * auth: who is asking, what they may do, and how often.
 *
 * Owns          challenges, signature checks, keys, scopes, rate limits, the maintenance switch.
 * Does not own  headers, routes, wording of answers.
 * Runs          a few threads that check signatures; one slow loop that forgets ended challenges.
 */
export type { Auth, ChallengeRequest, IssuedChallenge, MintedKey, MintRequest } from './auth.ts'
export type { AuthObservation, ObserveAuth } from './observation.ts'
export type { LimitedRequest, RateDecision, RateLimiter } from './rate-limit.ts'
