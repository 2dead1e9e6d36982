import { describe, expect, test } from 'vitest'
import { Refusal } from '../../kit/index.ts'
import { parseJsonBody } from './json-body.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function refusalOf(body: Uint8Array): { field: unknown; message: string } {
  try {
    parseJsonBody(body)
  } catch (error) {
    if (error instanceof Refusal) return { field: error.details.field, message: error.message }
    throw error
  }
  throw new Error('the body was accepted')
}

describe('parseJsonBody', () => {
  test('default: an object', () => {
    expect(parseJsonBody(bytes('{"a":[1,{"b":"c"}],"d":"}{\\"," }'))).toEqual({
      a: [1, { b: 'c' }],
      d: '}{",',
    })
  })
  test('default: no bytes are no body', () => expect(parseJsonBody(new Uint8Array(0))).toBeUndefined())
  test('behavior: the same key in two objects is fine', () => {
    expect(parseJsonBody(bytes('{"a":{"x":1},"b":{"x":2},"c":[{"x":1},{"x":2}]}'))).toEqual({
      a: { x: 1 },
      b: { x: 2 },
      c: [{ x: 1 }, { x: 2 }],
    })
  })
  test('behavior: a surrogate pair written as two escapes is one character', () => {
    expect(parseJsonBody(bytes('{"a":"\\ud83d\\ude00"}'))).toEqual({ a: '😀' })
  })
  test.each([
    ['a key twice', '{"a":1,"a":2}', 'a'],
    ['a key twice, once escaped', '{"a":1,"\\u0061":2}', 'a'],
    ['a key twice inside a list', '{"legs":[{},{"b":1,"b":1}]}', 'legs.1.b'],
    ['__proto__', '{"__proto__":{"admin":true}}', '__proto__'],
    ['__proto__ escaped and nested', '{"m":{"\\u005f_proto__":1}}', 'm.__proto__'],
    ['constructor.prototype', '{"constructor":{"prototype":{}}}', 'constructor.prototype'],
    ['half a surrogate pair', '{"a":{"b":"\\ud800"}}', 'a.b'],
    ['NUL', '{"a":"x\\u0000"}', 'a'],
    ['NUL in a field name', '{"x":{"a\\u0000":1}}', 'x'],
    ['too deep', `${'['.repeat(33)}${']'.repeat(33)}`, 'body'],
    ['no JSON', '{"a":}', 'body'],
    ['two values', '{} {}', 'body'],
    ['an open string', '{"a":"b', 'body'],
    ['a byte order mark', '\ufeff{}', 'body'],
  ])('error: %s', (_name, text, field) => expect(refusalOf(bytes(text)).field).toBe(field))
  test('error: bytes that are no UTF-8', () => {
    expect(refusalOf(new Uint8Array([0x22, 0xff, 0x22]))).toEqual({
      field: 'body',
      message: 'the body is not valid UTF-8',
    })
  })
  test('error: a hundred thousand brackets are refused by the scan', () => {
    expect(refusalOf(bytes('['.repeat(100_000))).message).toBe('the body nests deeper than 32 levels')
  })
})
