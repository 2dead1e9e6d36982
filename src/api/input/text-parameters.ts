import type { TObject, TSchema } from 'typebox'
import { invalid } from '../errors/invalid.ts'
import { isCleanString } from './clean-strings.ts'

type Values = Record<string, unknown>
type ReadText = (text: string, field: string) => unknown

/** Sixteen digits hold every safe integer; the bounds of the schema are checked afterwards. */
const unsigned = /^(?:0|[1-9][0-9]{0,15})$/
const signed = /^(?:0|-?[1-9][0-9]*)$/

/**
 * Turns the texts of a path or query into the types their schema names. Never guesses: integers are plain decimal
 * digits, booleans `true` or `false`, unknown and repeated keys are refused. Bounds, patterns and defaults are the
 * schema's business and are checked right after, on what this returns.
 */
export function createQueryReader(schema: TObject | undefined): (search: string) => Values {
  const readers = readersOf(schema)
  return (search) => {
    const values: Values = {}
    if (search === '') return values
    for (const pair of search.split('&')) {
      if (pair === '') continue
      const cut = pair.indexOf('=')
      const name = decode(cut === -1 ? pair : pair.slice(0, cut), 'query')
      const text = decode(cut === -1 ? '' : pair.slice(cut + 1), name)
      const read = readers.get(name)
      if (read === undefined) throw invalid(name, text, `unknown query parameter ${shown(name)}`)
      if (Object.hasOwn(values, name)) throw invalid(name, text, `${name} is given twice`)
      values[name] = read(text, name)
    }
    return values
  }
}

/** The same for path parameters, which the router has already found and decoded. */
export function createPathReader(
  schema: TObject | undefined,
): (texts: Readonly<Record<string, string>>) => Values {
  const readers = [...readersOf(schema)]
  return (texts) => {
    const values: Values = {}
    for (const [name, read] of readers) values[name] = read(texts[name] ?? '', name)
    return values
  }
}

function readersOf(schema: TObject | undefined): Map<string, ReadText> {
  return new Map(
    Object.entries(schema?.properties ?? {}).map(([name, property]) => [name, readerOf(property)]),
  )
}

function readerOf(property: TSchema): ReadText {
  const { type, minimum } = property as { type?: unknown; minimum?: number }
  if (type === 'boolean') return readBoolean
  if (type === 'integer') return minimum === undefined ? readSigned : readUnsigned
  return readString
}

const readString: ReadText = (text, field) => {
  if (!isCleanString(text)) throw invalid(field, text, `${field} holds NUL or half a surrogate pair`)
  return text
}

const readBoolean: ReadText = (text, field) => {
  if (text === 'true') return true
  if (text === 'false') return false
  throw invalid(field, text, `${field} must be true or false`)
}

const readUnsigned: ReadText = (text, field) => {
  if (!unsigned.test(text)) throw invalid(field, text, `${field} must be plain decimal digits`)
  if (!Number.isSafeInteger(Number(text))) throw tooLarge(field, text)
  return Number(text)
}

/**
 * Ids without a lower bound in the contract. No negative id exists, so a number below the safe range is as good as the
 * lowest safe one: it matches nothing either way, and is never rounded into another number. Above the range it is
 * refused as it was written, before it is rounded.
 */
const readSigned: ReadText = (text, field) => {
  if (!signed.test(text)) throw invalid(field, text, `${field} must be plain decimal digits`)
  const value = BigInt(text.slice(0, 40))
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw tooLarge(field, text)
  return value < BigInt(Number.MIN_SAFE_INTEGER) ? Number.MIN_SAFE_INTEGER : Number(value)
}

/** Said of the text: as a number it would be shown rounded. */
const tooLarge = (field: string, text: string): Error =>
  invalid(field, text, `${field} must be <= ${Number.MAX_SAFE_INTEGER}`)

function decode(text: string, field: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalid(field, text, `${shown(field)} is not correctly percent-encoded`)
  }
}

const shown = (name: string): string => name.slice(0, 50).toWellFormed()
