import * as Type from 'typebox'
import { Filled, Word } from './fields.ts'

/** One of a closed list of words, with the one meant when nothing is said. */
export const Choice = <const T extends string>(words: readonly T[], byDefault: T, description: string) =>
  Filled(Word([...words] as [T, ...T[]], description), byDefault)

/** Matches exactly; the length counts characters. */
export const Category = Type.Optional(
  Type.String({ minLength: 1, maxLength: 80, description: 'exactly this category' }),
)

/** A search as people write it: words, "phrases", OR, AND, NOT or a leading minus. */
export const SearchText = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'websearch syntax: words, "quoted phrases", OR, AND, NOT or a leading minus',
})
