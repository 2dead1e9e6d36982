/**
 * bindings: the typed view of the compiled contracts.
 *
 * Owns          events → domain events, calls → scripts, refusals by name, the deployment plan.
 * Does not own  choosing coins, sending, storing.
 */
export { artifacts, type ContractName } from './artifacts.ts'
export { type ContractCall, callScript, type MethodCall } from './call-script.ts'
export { CANCELS_MAX, cancelOrders } from './calls/cancel-orders.ts'
export { type OfferParlay, offerParlay } from './calls/offer-parlay.ts'
export { payFees } from './calls/pay-fees.ts'
export { type PlaceOrder, placeOrder } from './calls/place-order.ts'
export { refundParlay } from './calls/refund-parlay.ts'
export { releaseOrder } from './calls/release-order.ts'
export { settleParlay } from './calls/settle-parlay.ts'
export { settlePosition } from './calls/settle-position.ts'
export { sweepChunk } from './calls/sweep-chunk.ts'
export { takeParlay } from './calls/take-parlay.ts'
export { ENTRY_DEPOSIT } from './deposit.ts'
export { type ContractRefusal, findRefusal } from './errors.ts'
export { decodeMarketEvent } from './events/market.ts'
export { decodeParlaysEvent } from './events/parlays.ts'
