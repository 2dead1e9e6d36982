import { describe, expect, test } from 'vitest'
import { bytesToHex } from './bytes.ts'
import { Bug } from './failures.ts'
import { createSeededRandom, randomBelow } from './random.ts'

describe('createSeededRandom', () => {
  test('default: the first bytes are SHA-256 of "seed:0"', () => {
    expect(bytesToHex(createSeededRandom('seed').bytes(32))).toBe(
      '58f9082db66a15d660a3f65e1e2f12c31e4409635a583a6eaf0ba45c744b6688',
    )
  })
  test('behavior: the size of the pieces does not change the stream', () => {
    const whole = createSeededRandom('s').bytes(100)
    const pieces = createSeededRandom('s')
    const joined = [7, 33, 60].flatMap((size) => [...pieces.bytes(size)])
    expect(joined).toEqual([...whole])
  })
  test('behavior: another seed, another stream', () => {
    expect(createSeededRandom('a').bytes(32)).not.toEqual(createSeededRandom('b').bytes(32))
  })
})

describe('randomBelow', () => {
  test.each([0, -1, Number.NaN, 2 ** 32 + 1])('error: nothing is below %d', (bound) => {
    expect(() => randomBelow(createSeededRandom('s'), bound)).toThrow(Bug)
  })
  test('behavior: stays below its bound and reaches every value', () => {
    const random = createSeededRandom('bound')
    const seen = new Set(Array.from({ length: 200 }, () => randomBelow(random, 5)))
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4])
  })
})
