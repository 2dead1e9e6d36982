import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesToHex, createSeededRandom } from '../kit/index.ts'
import { base58Alphabet } from './base58.ts'
import { createKeyText, hashKeyText, isKeyText, shownPartOf } from './key-text.ts'

const key = createKeyText(createSeededRandom('key'))

describe('key text', () => {
  test('default', () => {
    expect(key).toBe('sibyl_live_yZFh9XNqsYmMB38yQmoDrqhyg9qdsq4LLmsrjFr5')
    expect(isKeyText(key)).toBe(true)
    expect(shownPartOf(key)).toBe(key.slice(0, 15))
    expect(hashKeyText(key)).toHaveLength(32)
    expect(bytesToHex(hashKeyText('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
  test('behavior: every key passes its own checksum', () => {
    fc.assert(fc.property(fc.string(), (seed) => isKeyText(createKeyText(createSeededRandom(seed)))))
  })
  test('error: one character changed anywhere', () => {
    const at = fc.integer({ min: 11, max: key.length - 1 })
    fc.assert(
      fc.property(at, fc.constantFrom(...base58Alphabet), (index, letter) => {
        const changed = key.slice(0, index) + letter + key.slice(index + 1)
        expect(isKeyText(changed)).toBe(changed === key)
      }),
    )
  })
  test('error: any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => !isKeyText(text)))
    for (const text of [
      '',
      'sibyl_live_',
      `${key} `,
      `${key}\n`,
      key.replace('live', 'test'),
      key.slice(0, -1),
    ]) {
      expect(isKeyText(text)).toBe(false)
    }
  })
})
