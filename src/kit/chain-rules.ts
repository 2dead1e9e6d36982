/** The chain's own numbers (Danube rules) that more than one room needs: here once. */

export const GAS_MIN = 20_000
export const GAS_MAX = 5_000_000
/** Native units per gas that a node asks for at least. */
export const GAS_PRICE_MIN = 10n ** 11n
/** Native units that an output has to hold at least. */
export const DUST = 10n ** 15n
/** Native units that a contract has to hold at least. */
export const CONTRACT_DEPOSIT = 10n ** 17n

/** What the chain charges for a transaction before any script runs. */
export const GAS_PER_TX = 1_000
export const GAS_PER_INPUT = 2_000
export const GAS_PER_OUTPUT = 4_500
/** Checking one signature: of secp256k1 or r1, of ed25519. */
export const SIGNATURE_GAS = 2_060
export const ED25519_GAS = 2_054
