import type { Static, TOptional, TSchema } from 'typebox'
import * as Type from 'typebox'

/** Largest integer JSON can carry without loss; the contract's upper bound for pages, totals and ids. */
export const INTEGER_MAX = 9_007_199_254_740_991

/** Base58, optionally a group suffix; the length counts the suffix too. */
export const ADDRESS_PATTERN = '^[1-9A-HJ-NP-Za-km-z]+(:[0-3])?$'

const AMOUNT_PATTERN = '^(0|[1-9][0-9]{0,77})$'
const HEX_PATTERN = '^(0x)?([0-9a-fA-F]{2})*$'
const BYTES32_PATTERN = '^(0x)?[0-9a-fA-F]{64}$'
const TIMESTAMP_PATTERN = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$'
export const TX_ID_PATTERN = '^[0-9a-fA-F]{64}$'

/** What a pattern asks for, told to whoever is refused by it. */
export const patternForms: Readonly<Record<string, string>> = {
  [ADDRESS_PATTERN]: 'must be an address in base58, with or without its group',
  [AMOUNT_PATTERN]: 'must be digits without sign or leading zero',
  [HEX_PATTERN]: 'must be pairs of hex digits',
  [BYTES32_PATTERN]: 'must be 64 hex digits',
  [TX_ID_PATTERN]: 'must be 64 hex digits',
  [TIMESTAMP_PATTERN]: 'must be a time such as 2026-01-31T12:00:00.000Z',
}

/** A wallet or contract address by form; whether it decodes to a wallet is the business of the room that uses it. */
export const Address = (description: string) =>
  Type.String({ minLength: 30, maxLength: 80, pattern: ADDRESS_PATTERN, description })

/** Digit string of base units: no sign, no leading zero, no exponent. The upper bound 2^256-1 is parseAmount's. */
export const Amount = (description: string) =>
  Type.String({ pattern: AMOUNT_PATTERN, maxLength: 78, description })

/** The same with a minus sign in front of what is less than nothing. */
export const SignedAmount = (description: string) =>
  Type.String({ pattern: '^(0|-?[1-9][0-9]{0,77})$', maxLength: 79, description })

/** Even number of hex digits, optionally behind 0x. */
export const Hex = (description: string, bytesMax: number) =>
  Type.String({ pattern: HEX_PATTERN, minLength: 2, maxLength: 2 + 2 * bytesMax, description })

/** ISO-8601 UTC with milliseconds and Z. */
export const Timestamp = (description: string) => Type.String({ pattern: TIMESTAMP_PATTERN, description })

/** One of a closed list of words. */
export const Word = <const T extends string[]>(words: readonly [...T], description: string) =>
  Type.Enum([...words] as [...T], { type: 'string', description })

/** The value, or null when it does not exist. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** A field that may be left out: the validator puts `byDefault` in its place. */
export const Filled = <T extends TSchema>(schema: T, byDefault: Static<T>) =>
  Type.Optional({ ...schema, default: byDefault }) as TOptional<T> & { readonly default: Static<T> }

/** An object that names every field it has: what is not listed is refused in bodies and not written in answers. */
export const Strict = <T extends Record<string, TSchema>>(properties: T, description: string) =>
  Type.Object(properties, { additionalProperties: false, description })

/** The same under a name of its own: the OpenAPI writes it once, as a component. */
export const Named = <T extends Record<string, TSchema>>(title: string, properties: T, description: string) =>
  Type.Object(properties, { additionalProperties: false, title, description })

/** 32 bytes, optionally behind 0x. */
export const Bytes32 = (description: string) =>
  Type.String({ pattern: BYTES32_PATTERN, minLength: 64, maxLength: 66, description })
