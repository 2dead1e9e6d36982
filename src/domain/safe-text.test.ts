import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utf8ToBytes } from '../kit/index.ts'
import { cleanText, imageUrlFromBytes, metadataFromBytes, textFromBytes } from './safe-text.ts'

const bytes = (text: string): Uint8Array => utf8ToBytes(text)

describe('textFromBytes', () => {
  test('default: ordinary text stays as it is', () =>
    expect(textFromBytes(bytes('Wird es regnen? ☔'), 300)).toBe('Wird es regnen? ☔'))
  test('behavior: NUL and control characters vanish, line breaks become a space', () =>
    expect(textFromBytes(bytes('a\u0000b\u0007c\r\nd\u009f'), 300)).toBe('abc d'))
  test('behavior: a mark of the byte order is a character like any other', () =>
    expect(textFromBytes(bytes('\ufeffa'), 300)).toBe('\ufeffa'))
  test('behavior: broken UTF-8 becomes the replacement character', () =>
    expect(textFromBytes(new Uint8Array([0x61, 0xff, 0xed, 0xa0, 0x80]), 300)).toBe(
      'a\ufffd\ufffd\ufffd\ufffd',
    ))
  test('behavior: cut at the bound, between characters', () => {
    expect(textFromBytes(bytes('aé€😀'), 6)).toBe('aé€')
    expect(textFromBytes(bytes('aé€😀'), 9)).toBe('aé€')
    expect(textFromBytes(bytes('aé€😀'), 10)).toBe('aé€😀')
  })
  test('behavior: any bytes give valid Unicode without controls, within the bound', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0, max: 40 }), (raw, bytesMax) => {
        const text = textFromBytes(raw, bytesMax)
        expect(bytes(text).length).toBeLessThanOrEqual(bytesMax)
        expect(text).not.toMatch(/\p{Cc}|\p{Surrogate}/u)
        expect(cleanText(text)).toBe(text)
      }),
    )
  })
})

describe('imageUrlFromBytes', () => {
  test('default: https as it was written', () =>
    expect(imageUrlFromBytes(bytes('https://Example.org/a.png?x=1'), 500)).toBe(
      'https://Example.org/a.png?x=1',
    ))
  test('behavior: a URL of exactly the bound is one, a byte more is not', () => {
    const url = 'https://example.org/a.png'
    expect(imageUrlFromBytes(bytes(url), url.length)).toBe(url)
    expect(imageUrlFromBytes(bytes(url), url.length - 1)).toBeNull()
  })
  test.each([
    '',
    'http://example.org/a.png',
    'javascript:alert(1)',
    'https://',
    'https://exa\u0000mple.org',
    'https://example.org/a b',
    'https://example.org/\n',
    `https://example.org/${'a'.repeat(500)}`,
  ])('error: %j is no image', (text) => expect(imageUrlFromBytes(bytes(text), 500)).toBeNull())
})

describe('metadataFromBytes', () => {
  test('default: an object', () =>
    expect(metadataFromBytes(bytes('{"a":[1,"x",null],"b":{"c":true}}'), 2048)).toEqual({
      a: [1, 'x', null],
      b: { c: true },
    }))
  test('behavior: an object of exactly the bound is one, a byte more is not', () => {
    expect(metadataFromBytes(bytes('{"a":12}'), 8)).toEqual({ a: 12 })
    expect(metadataFromBytes(bytes('{"a":12} '), 8)).toBeNull()
  })
  test('behavior: sixteen levels are shallow enough, seventeen are not', () => {
    const nested = (levels: number) => bytes(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
    expect(metadataFromBytes(nested(16), 2048)).not.toBeNull()
    expect(metadataFromBytes(nested(17), 2048)).toBeNull()
  })
  test('behavior: strings and keys in it are cleaned', () =>
    expect(metadataFromBytes(bytes('{"a\\u0000":"\\ud800x\\u0001"}'), 2048)).toEqual({ a: '\ufffdx' }))
  test('behavior: __proto__ is a key like any other', () => {
    const metadata = metadataFromBytes(bytes('{"__proto__":{"polluted":1}}'), 2048)
    expect(Object.keys(metadata ?? {})).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype)
  })
  test.each([
    ['nothing', ''],
    ['no JSON', '{"a":'],
    ['a list', '[1]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['a reserved key', '{"tags":["x"]}'],
    ['another reserved key', '{"endsAt":1}'],
    ['deep nesting', `{"a":${'['.repeat(500)}${']'.repeat(500)}}`],
    ['too many bytes', `{"a":"${'x'.repeat(2048)}"}`],
    ['numbers that grow beyond the bound when written out', `{"a":[${Array(400).fill('1e20').join(',')}]}`],
  ])('error: %s is no metadata', (_, text) => expect(metadataFromBytes(bytes(text), 2048)).toBeNull())
})
