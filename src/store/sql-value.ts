import { Bug, bytesToHex, hexToBytes } from '../kit/index.ts'
import type { SqlValue } from './database.ts'
import { decodeArray, encodeArray } from './sql-array.ts'

/** A parameter in PostgreSQL's text form. One encoder for both drivers, so that neither gets to have an opinion. */
export function encodeValue(value: SqlValue): string | null {
  if (value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Bug(`${value} is no SQL value`)
    return String(value)
  }
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (value instanceof Uint8Array) return `\\x${bytesToHex(value)}`
  return encodeArray(value)
}

type Decode = (text: string) => unknown

/** int8 becomes a number: ids, counts and milliseconds fit. One that does not is a mistake in the schema. */
const toInteger: Decode = (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Bug('a bigint column holds more than 2^53')
  return value
}
const toText: Decode = (text) => text
const toBoolean: Decode = (text) => text === 't'
const toBytes: Decode = (text) => hexToBytes(text.slice(2))
const arrayOf =
  (decode: Decode): Decode =>
  (text) =>
    decodeArray(text).map((item) => (item === null ? null : decode(item)))

/** By type number (pg_type.oid). What is not listed stays text: numeric above all, which a number would round. */
const decoders: ReadonlyMap<number, Decode> = new Map<number, Decode>([
  [16, toBoolean],
  [17, toBytes],
  [20, toInteger],
  [21, toInteger],
  [23, toInteger],
  [114, JSON.parse],
  [700, Number],
  [701, Number],
  [3802, JSON.parse],
  [1000, arrayOf(toBoolean)],
  [1005, arrayOf(toInteger)],
  [1007, arrayOf(toInteger)],
  [1009, arrayOf(toText)],
  [1015, arrayOf(toText)],
  [1016, arrayOf(toInteger)],
  [1231, arrayOf(toText)],
])

/** The reader for a column's type; both drivers get their rows through it. */
export const decoderFor = (oid: number): Decode => decoders.get(oid) ?? toText
