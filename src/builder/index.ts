/**
 * builder: what a wallet is asked to sign.
 *
 * Owns          the kinds of transactions by family, the order of checks, idempotency by body, the choice of coins and gas,
 *               what became of a build.
 * Does not own  signing, submitting, HTTP, the rules of the venue: the contracts have them, and a dry run on the node
 *               tells what they would say.
 * Writes        `builds` and `build_inputs`. Nothing of the market: an order exists when a block has it.
 */

export { type Builder, createBuilder } from './create-builder.ts'

export type { PlaceOrderRequest } from './kinds/place-order.ts'

export type { ObserveBuilder } from './observation.ts'
export type { SignerFields } from './signer.ts'
