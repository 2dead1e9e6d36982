import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Bug, Refusal } from '../kit/index.ts'
import { type CursorScope, createCursorCodec, cursorLengthMax } from './cursor.ts'

const codec = createCursorCodec(['first secret', 'second secret'])
const scope: CursorScope = {
  list: 'GET /v1/markets/2jTB/trades',
  filters: { status: 'open', limited: true },
  sort: 'created-at',
  order: 'desc',
}
const position = { value: '1767323045678', id: '42' }

const digits = fc.bigInt({ min: -(10n ** 30n), max: 2n ** 256n - 1n }).map(String)
const ids = fc.maxSafeInteger().map(String)

/** The refusal a caller sees. */
function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was not refused')
}

describe('cursor', () => {
  test('default', () => {
    expect(codec.of(scope).decode(codec.of(scope).encode(position))).toEqual(position)
  })
  test('behavior: it begins with 66 bits of a SHA3-256 of the key and the rest', () => {
    fc.assert(
      fc.property(digits, ids, (value, id) => {
        const cursor = codec.of(scope).encode({ value, id })
        const key = createHmac('sha256', 'first secret').update('sibyl cursor 3').digest('hex')
        const mac = createHash('sha3-256').update(key).update(cursor.slice(12)).digest('base64url')
        expect(cursor.slice(0, 12)).toBe(`${mac.slice(0, 11)}.`)
      }),
    )
  })
  test('behavior: every position comes back', () => {
    fc.assert(
      fc.property(digits, ids, (value, id) => {
        expect(codec.of(scope).decode(codec.of(scope).encode({ value, id }))).toEqual({ value, id })
      }),
    )
  })
  test('behavior: a filter that is undefined is one that is absent, in whatever order filters come', () => {
    const cursor = codec.of(scope).encode(position)
    const same = { limited: true, category: undefined, status: 'open' }
    expect(codec.of({ ...scope, filters: same }).encode(position)).toBe(cursor)
    expect(codec.of({ ...scope, filters: { ...same, category: '' } }).encode(position)).not.toBe(cursor)
  })
  test('behavior: the longest path, filters, sort and key stay within 256 characters', () => {
    const longest: CursorScope = {
      list: `GET /v1/users/${'z'.repeat(80)}/pending-reveals`,
      filters: { q: 'x'.repeat(200), tags: 'y'.repeat(2_000) },
      sort: 'recently-traded',
      order: 'desc',
    }
    const cursor = codec.of(longest).encode({ value: (2n ** 256n - 1n).toString(), id: '9007199254740991' })
    expect(cursor.length).toBeLessThanOrEqual(cursorLengthMax)
    // Nothing that an address would have to escape.
    expect(encodeURIComponent(cursor)).toBe(cursor)
  })
  test.each([
    ['list', { list: 'GET /v1/markets/9abc/trades' }],
    ['filters', { filters: { status: 'all', limited: true } }],
    ['filters', { filters: { status: 'open' } }],
    ['sort', { sort: 'volume' }],
    ['order', { order: 'asc' as const }],
  ])('error: of another %s', (_name, change) => {
    const refusal = refusalOf(() =>
      codec.of({ ...scope, ...change }).decode(codec.of(scope).encode(position)),
    )
    expect(refusal.code).toBe('INVALID_REQUEST')
    expect(refusal.details).toMatchObject({ field: 'cursor' })
    expect(refusal.message).toBe(
      'cursor belongs to another list, filter, sort or order; start again without it',
    )
  })
  test('behavior: the order in which filters are written does not matter', () => {
    const turned = { ...scope, filters: { limited: true, status: 'open' } }
    expect(codec.of(turned).decode(codec.of(scope).encode(position))).toEqual(position)
  })
  test('error: any character changed, left out or added', () => {
    const cursor = codec.of(scope).encode(position)
    const at = fc.integer({ min: 0, max: cursor.length - 1 })
    const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.')
    fc.assert(
      fc.property(at, letter, (index, other) => {
        const changed = cursor.slice(0, index) + other + cursor.slice(index + 1)
        if (changed !== cursor)
          expect(refusalOf(() => codec.of(scope).decode(changed)).code).toBe('INVALID_REQUEST')
        const shorter = cursor.slice(0, index) + cursor.slice(index + 1)
        expect(refusalOf(() => codec.of(scope).decode(shorter)).code).toBe('INVALID_REQUEST')
        const longer = cursor.slice(0, index) + other + cursor.slice(index)
        expect(refusalOf(() => codec.of(scope).decode(longer)).code).toBe('INVALID_REQUEST')
      }),
    )
  })
  test('error: any other text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        expect(refusalOf(() => codec.of(scope).decode(text)).code).toBe('INVALID_REQUEST')
      }),
    )
    for (const text of ['', 'A', 'AAAAAAAAAAA', '\0', '='.repeat(8), 'a'.repeat(257)]) {
      expect(refusalOf(() => codec.of(scope).decode(text)).code).toBe('INVALID_REQUEST')
    }
  })
  test('behavior: the first secret signs, all verify', () => {
    const older = createCursorCodec(['second secret'])
    expect(codec.of(scope).decode(older.of(scope).encode(position))).toEqual(position)
    expect(() => older.of(scope).decode(codec.of(scope).encode(position))).toThrow(Refusal)
    expect(() => createCursorCodec(['third']).of(scope).decode(codec.of(scope).encode(position))).toThrow(
      Refusal,
    )
  })
  test('error: what is no whole number is our own mistake', () => {
    for (const wrong of ['', '1.5', '01', '1e3', 'x']) {
      expect(() => codec.of(scope).encode({ value: wrong, id: '1' })).toThrow(Bug)
      expect(() => codec.of(scope).encode({ value: '1', id: wrong })).toThrow(Bug)
    }
    expect(() => createCursorCodec([])).toThrow(Bug)
  })
})
