/** What only `keeper` may write: relayed reveals. */
export { insertRelayedReveal } from '../duties/insert-relayed-reveal.ts'
export { recordRevealAttempt } from '../duties/record-reveal-attempt.ts'
