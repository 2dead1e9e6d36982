import type { Coin } from '../domain/index.ts'
import type { Spendable } from './model.ts'

/** Coins as a transaction spends them. */
export const spendableCoins = (coins: readonly Coin[]): Spendable[] =>
  coins.map(({ ref, attoAlph, tokens }) => ({ hint: ref.hint, key: ref.key, amount: attoAlph, tokens }))
