import { describe, expect, test } from 'vitest'
import { byteStringText, prettyAlph } from './text.ts'

describe('byteStringText', () => {
  test('default: signed bytes', () => expect(byteStringText(Uint8Array.of(1, 255))).toBe('ByteString(1, -1)'))
  test('behavior: a hundred and how many more', () => {
    expect(byteStringText(new Uint8Array(101))).toBe(
      `ByteString(${Array(100).fill('0').join(', ')})... and [1] more`,
    )
  })
})

describe('prettyAlph', () => {
  test.each([
    [0n, '0 ALPH'],
    [1n, '0.000000000000000001 ALPH'],
    [10n ** 15n, '0.001 ALPH'],
    [10n ** 17n, '0.1 ALPH'],
    [10n ** 18n, '1.0 ALPH'],
    [1_234_567n * 10n ** 18n + 5n * 10n ** 17n, '1,234,567.5 ALPH'],
    [10n ** 42n, '1,000,000,000,000,000,000,000,000.0 ALPH'],
  ])('default: %d', (atto, text) => expect(prettyAlph(atto)).toBe(text))
})
