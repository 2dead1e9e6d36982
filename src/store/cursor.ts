import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { refuse } from '../domain/index.ts'
import { assert } from '../kit/index.ts'

/**
 * A place in a list, given to the caller and taken back: `mac.scope.value.id`, 66 bits of a keyed SHA3-256 before what it
 * signs. The scope is a hash, so that the longest path and the widest amount still make a short cursor. `limit` is not
 * bound: a walk may change its stride. Plain text: what is signed need not be hidden, and a signature over the text
 * itself leaves no second spelling.
 */
export interface CursorScope {
  /** Endpoint and path with its parameters: `GET /v1/markets/1Abc…/trades`. */
  readonly list: string
  /** Every filter as it was understood, in any order; undefined ones are as if they were absent. */
  readonly filters: Readonly<Record<string, string | number | boolean | undefined>>
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

export const cursorLengthMax = 256
const digits = /^-?(?:0|[1-9][0-9]{0,77})$/
const shape = /^([A-Za-z0-9_-]{11})\.(([A-Za-z0-9_-]{22})\.(-?[0-9]{1,78})\.(-?[0-9]{1,78}))$/
/** 66 bits in base64url. */
const macLength = 11
/** 132 bits: whoever chooses filters could find two of the same 72. */
const scopeLength = 22

/** `secrets` is SECRET_KEYS: the first signs, all verify, so that a key can be changed without breaking walks. */
export function createCursorCodec(secrets: readonly string[]): CursorCodec {
  const [sign, ...older] = secrets.map((secret) =>
    createSigner(createHmac('sha256', secret).update('sibyl cursor 3').digest('hex')),
  )
  assert(sign !== undefined, 'cursors need a secret')

  const cursorsOf = (scope: string): ListCursors => ({
    encode({ value, id }) {
      assert(digits.test(value) && digits.test(id), 'a cursor holds whole numbers')
      const signed = `${scope}.${value}.${id}`
      return `${sign(signed)}.${signed}`
    },

    decode(cursor) {
      const wrong = (message: string) =>
        refuse('INVALID_REQUEST', { field: 'cursor', received: cursor }, message)
      const parts = cursor.length > cursorLengthMax ? null : shape.exec(cursor)
      if (parts === null) throw wrong('cursor is malformed')
      const [, mac, signed, itsScope, value, id] = parts as unknown as [string, ...Five]
      if (!areEqual(sign(signed), mac) && !older.some((signer) => areEqual(signer(signed), mac)))
        throw wrong('cursor is not one of ours')
      if (itsScope !== scope)
        throw wrong('cursor belongs to another list, filter, sort or order; start again without it')
      return { value, id }
    },
  })

  return { of: (scope) => cursorsOf(hashOf(scope)) }
}

type Five = [string, string, string, string, string]

/**
 * The first 66 bits are enough: a forged cursor can be tried only by asking for a page. SHA-3 with the key before the
 * text is a sound signature (nobody can lengthen it, as with SHA-2), and one call costs a fraction of an HMAC's object.
 */
const createSigner =
  (key: string) =>
  (text: string): string =>
    hash('sha3-256', key + text, 'base64url').slice(0, macLength)

/** As long for a first wrong character as for a last. */
const areEqual = (expected: string, given: string): boolean =>
  timingSafeEqual(Buffer.from(expected), Buffer.from(given))

function hashOf({ list, filters, sort, order }: CursorScope): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify([list, sorted, sort, order]), 'base64url').slice(0, scopeLength)
}
