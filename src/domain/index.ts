/**
 * domain: the venue's words and the pure rules over them.
 *
 * Owns          amounts, prices, outcomes, tiers, fees, addresses, coins, records, venue events, public error codes.
 * Does not own  I/O, time, SQL, HTTP, wire bytes.
 */
export { AMOUNT_MAX, mulDiv, ONE, parseAmount, type Rounding } from './amount.ts'
export { type ErrorCode, errorCodes, refuse } from './codes.ts'
