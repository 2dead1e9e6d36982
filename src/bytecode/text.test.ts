import { describe, expect, test } from 'vitest'
import { byteStringText } from './text.ts'

describe('byteStringText', () => {
  test('default: signed bytes', () => expect(byteStringText(Uint8Array.of(1, 255))).toBe('ByteString(1, -1)'))
  test('behavior: a hundred and how many more', () => {
    expect(byteStringText(new Uint8Array(101))).toBe(
      `ByteString(${Array(100).fill('0').join(', ')})... and [1] more`,
    )
  })
})
