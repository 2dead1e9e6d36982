/** The chain's constants that bound a transaction (alephium: Danube rules). */
export { CONTRACT_DEPOSIT, DUST, GAS_MAX, GAS_MIN, GAS_PRICE_MIN } from '../kit/index.ts'
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
