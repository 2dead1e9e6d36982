/** What only `keeper` may write: relayed reveals. */
export { putRelayedReveal } from '../duties/put-relayed-reveal.ts'
export { recordRevealAttempt } from '../duties/record-reveal-attempt.ts'
