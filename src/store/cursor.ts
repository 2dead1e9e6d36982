import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { refuse } from '../domain/index.ts'
import { assert } from '../kit/index.ts'

/**
 * A place in a list, given to the caller and taken back: base64url of
 * `[version, list, filters, sort, order, sort value, id]` and an 8-byte HMAC over it. List and filters are hashes, so
 * that the longest path and the widest amount still make a cursor of less than 256 characters. `limit` is not bound: a
 * walk may change its stride.
 */
export interface CursorScope {
  /** Endpoint and path with its parameters: `GET /v1/markets/1Abc…/trades`. */
  readonly list: string
  /** Every filter as it was understood, in any order; absent ones left out. */
  readonly filters: Readonly<Record<string, string | number | boolean>>
  readonly sort: string
  readonly order: 'asc' | 'desc'
}

/** The last row shown. Both are whole numbers in digits; a list sorted by id alone has equal ones. */
export interface CursorPosition {
  readonly value: string
  readonly id: string
}

export interface CursorCodec {
  of(scope: CursorScope): ListCursors
}

/** The cursors of one list. */
export interface ListCursors {
  encode(position: CursorPosition): string
  /** Refuses INVALID_REQUEST: forged, malformed, or made for another list. */
  decode(cursor: string): CursorPosition
}

const version = 1
const macBytes = 8
export const cursorLengthMax = 256
const digits = /^-?(?:0|[1-9][0-9]{0,77})$/

/** `secrets` is SECRET_KEYS: the first signs, all verify, so that a key can be changed without breaking walks. */
export function createCursorCodec(secrets: readonly string[]): CursorCodec {
  assert(secrets.length > 0, 'cursors need a secret')
  const keys = secrets
    .map((secret) => createHmac('sha256', secret).update('sibyl cursor 1').digest())
    .map(padsOf)
  /** A head made is a head kept: a page reads a cursor and makes the next one of the same list. */
  const cursorsUnder = (head: readonly unknown[]): ListCursors => ({
    encode(position) {
      assert(digits.test(position.value) && digits.test(position.id), 'a cursor holds whole numbers')
      const payload = Buffer.from(JSON.stringify([...head, position.value, position.id]))
      const cursor = Buffer.concat([payload, macOf(keys[0]!, payload)]).toString('base64url')
      assert(cursor.length <= cursorLengthMax, 'a cursor has at most 256 characters')
      return cursor
    },

    decode(cursor) {
      const wrong = (message: string) =>
        refuse('INVALID_REQUEST', { field: 'cursor', received: cursor }, message)
      if (cursor.length > cursorLengthMax || !/^[A-Za-z0-9_-]+$/.test(cursor))
        throw wrong('cursor is malformed')
      const bytes = Buffer.from(cursor, 'base64url')
      // One spelling per cursor: base64url leaves spare bits that a caller could set.
      if (bytes.toString('base64url') !== cursor || bytes.length <= macBytes)
        throw wrong('cursor is malformed')
      const payload = bytes.subarray(0, -macBytes)
      const mac = bytes.subarray(-macBytes)
      if (!keys.some((key) => timingSafeEqual(macOf(key, payload), mac)))
        throw wrong('cursor is not one of ours')
      const parts: unknown = JSON.parse(payload.toString())
      assert(Array.isArray(parts) && parts.length === 7, 'a signed cursor has seven parts')
      if (head.some((part, index) => part !== parts[index])) {
        throw wrong('cursor belongs to another list, filter, sort or order; start again without it')
      }
      return { value: String(parts[5]), id: String(parts[6]) }
    },
  })

  return { of: (scope) => cursorsUnder(headOf(scope)) }
}

interface Pads {
  readonly inner: Buffer
  readonly outer: Buffer
}

const blockBytes = 64

/** The two blocks HMAC (RFC 2104) begins with, for a key of at most one block. */
function padsOf(key: Buffer): Pads {
  assert(key.length <= blockBytes, 'a longer key would have to be hashed first')
  const pad = (byte: number): Buffer => {
    const block = Buffer.alloc(blockBytes, byte)
    for (const [i, value] of key.entries()) block[i] = value ^ byte
    return block
  }
  return { inner: pad(0x36), outer: pad(0x5c) }
}

/** HMAC-SHA-256 by two hashes in one call each: a quarter of what the library's object for it costs. */
function macOf({ inner, outer }: Pads, payload: Buffer): Buffer {
  const within = hash('sha256', Buffer.concat([inner, payload]), 'buffer')
  return hash('sha256', Buffer.concat([outer, within]), 'buffer').subarray(0, macBytes)
}

function headOf({ list, filters, sort, order }: CursorScope): readonly unknown[] {
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))
  const filterHash = sorted.length === 0 ? noFilters : shortHash(JSON.stringify(sorted))
  return [version, shortHash(list), filterHash, sort, order]
}

/** Nine bytes are twelve characters. */
const shortHash = (text: string): string => hash('sha256', text, 'base64url').slice(0, 12)
const noFilters = shortHash('[]')
