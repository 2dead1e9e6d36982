export { DUST, GAS_PRICE_MIN } from '../alephium/index.ts'

/** The chain's constants that bound a transaction (alephium: Danube rules). */
export const CONTRACT_DEPOSIT = 10n ** 17n
export const GAS_MIN = 20_000
export const GAS_MAX = 5_000_000
/** What coinbase transactions pay, and the lowest price the build routes accept. */
export const COINBASE_GAS_PRICE = 10n ** 9n
/** One billion ALPH: no amount and no gas price reaches it. */
export const ALPH_MAX = 10n ** 27n
export const INPUTS_MAX = 256
export const OUTPUTS_MAX = 256
export const ADDITIONAL_DATA_MAX_BYTES = 256
export const U256_MAX = (1n << 256n) - 1n
/** The token id that means ALPH itself. */
export const ALPH_TOKEN_ID = '0'.repeat(64)
