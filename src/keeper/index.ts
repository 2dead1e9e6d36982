/**
 * keeper: does for everybody what anybody may do.
 *
 * Owns          the list of duties, when each is due, the reveals it was asked to relay, and the wallet that pays gas.
 * Does not own  users' funds, the rules of a duty (the contracts have them), the read model.
 * Runs          one loop. While it is down duties wait, except reveals: their window does not.
 */
export { createKeeper, type Keeper } from './create-keeper.ts'
export type { KeeperObservation, ObserveKeeper } from './observation.ts'
export { type RelayRequest, relayReveal } from './relay-reveal.ts'
export { createSaltBox } from './salt-box.ts'
export { keeperAccount } from './wallet.ts'
