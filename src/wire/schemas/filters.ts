import * as Type from 'typebox'
import { Address, Filled, INTEGER_MAX, Word } from './fields.ts'

/** One of a closed list of words, with the one meant when nothing is said. */
export const Choice = <const T extends string>(words: readonly T[], byDefault: T, description: string) =>
  Filled(Word([...words] as [T, ...T[]], description), byDefault)

/** Matches exactly; the length counts characters. */
export const Category = Type.Optional(
  Type.String({ minLength: 1, maxLength: 80, description: 'exactly this category' }),
)

/** Every list of a wallet can be narrowed to one market, under either of its names. */
export const ofMarket = {
  marketAddress: Type.Optional(Address('only of the market with this contract')),
  marketId: Type.Optional(
    Type.Integer({ maximum: INTEGER_MAX, description: 'only of the market with this id' }),
  ),
}

/** A search as people write it: words, "phrases", OR, AND, NOT or a leading minus. */
export const SearchText = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'websearch syntax: words, "quoted phrases", OR, AND, NOT or a leading minus',
})
