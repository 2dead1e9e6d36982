import { badRequest } from '../api-error.ts'

/** The body of a request, as read from JSON text. */
export type JsonObject = { readonly [key: string]: unknown }

export const bodyError = (what: string) => badRequest(`Invalid value for: body (${what}: decoding failure)`)

/** A string that does not end is one, too: looked for again at each quote within, a large one would take hours. */
const tokens = /"(?:[^"\\]|\\[\s\S]?)*"?|(?<![\d.])-?\d{16,}(?![\d.eE])|[{}[\],]/g

/**
 * The same text for a parser of doubles that takes the last of equal keys: integers too long for a double become digit
 * strings, because amounts may be written as bare numbers; of equal keys the first counts, and later ones get another name.
 */
function withPlainValues(text: string): string {
  /** Of every open object the keys seen so far; null for an array. */
  const open: (Set<string> | null)[] = []
  let mayBeKey = false
  return text.replace(tokens, (token) => {
    const isKey = mayBeKey && token.startsWith('"')
    mayBeKey = token === '{' || (token === ',' && open.at(-1) instanceof Set)
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (isKey) {
      const keys = open.at(-1)
      if (keys?.has(token)) return `"${keys.size} more ${token.slice(1)}`
      keys?.add(token)
    } else if (token !== ',' && !token.startsWith('"')) return `"${token}"`
    return token
  })
}

export function parseJson(text: string): unknown {
  if (text.trim() === '') throw bodyError('exhausted input')
  try {
    return JSON.parse(withPlainValues(text))
  } catch (error) {
    throw bodyError(isCutOff(error, text) ? 'exhausted input' : 'expected json value')
  }
}

/** Whether the text ends before the value does. */
function isCutOff(error: unknown, text: string): boolean {
  if (!(error instanceof Error)) return false
  const position = /position (\d+)/.exec(error.message)
  return position === null || Number(position[1]) >= text.trimEnd().length
}

const wrongType = (expected: string, got: unknown) => bodyError(`expected ${expected} got ${typeName(got)}`)

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'sequence'
  return typeof value === 'object' ? 'dictionary' : typeof value
}

export function objectOf(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongType('dictionary', value)
  return value as JsonObject // the line above leaves nothing else
}

/** The object, with every required key present: the refusal names all that are missing. */
export function withKeys(value: unknown, ...required: readonly string[]): JsonObject {
  const object = objectOf(value)
  const missing = required.filter((key) => object[key] === undefined)
  if (missing.length > 0) throw bodyError(`missing keys in dictionary: ${missing.join(', ')}`)
  return object
}

/** Reads an optional key. A null is as wrong as any other value of the wrong type. */
export function optional<T>(object: JsonObject, key: string, read: (value: unknown) => T): T | undefined {
  const value = object[key]
  return value === undefined ? undefined : read(value)
}

export function listOf<T>(read: (value: unknown) => T): (value: unknown) => T[] {
  return (value) => {
    if (!Array.isArray(value)) throw wrongType('sequence', value)
    return value.map(read)
  }
}

export function stringOf(value: unknown): string {
  if (typeof value !== 'string') throw wrongType('string', value)
  return value
}

export function booleanOf(value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrongType('boolean', value)
  return value
}

export function integerOf(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw wrongType('integer', value)
  return number
}

/** A signed 64-bit number: digits in quotes where a double would not hold it. */
export function longOf(value: unknown): bigint {
  const long =
    typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? BigInt(value) : BigInt(integerOf(value))
  if (BigInt.asIntN(64, long) !== long) throw wrongType('integer', value)
  return long
}

export function numberOf(value: unknown): number {
  if (typeof value !== 'number') throw wrongType('number', value)
  return value
}
