import { describe, expect, test } from 'vitest'
import { Bug, createSeededRandom } from '../kit/index.ts'
import { createSaltBox } from './salt-box.ts'

const salt = '07'.repeat(32)

describe('createSaltBox', () => {
  test('default: what was sealed opens under the same label', () => {
    const box = createSaltBox(['secret'], createSeededRandom('s'))
    const sealed = box.seal(salt, 'vote 1')
    expect(box.open(sealed, 'vote 1')).toBe(salt)
    expect(Buffer.from(sealed).includes(Buffer.from(salt, 'hex'))).toBe(false)
  })
  test('behavior: an older key still opens after a new one came first', () => {
    const sealed = createSaltBox(['old'], createSeededRandom('s')).seal(salt, 'x')
    expect(createSaltBox(['new', 'old'], createSeededRandom('t')).open(sealed, 'x')).toBe(salt)
  })
  test('error: another label or another key opens nothing', () => {
    const box = createSaltBox(['secret'], createSeededRandom('s'))
    const sealed = box.seal(salt, 'vote 1')
    expect(() => box.open(sealed, 'vote 2')).toThrow(Bug)
    expect(() => createSaltBox(['other'], createSeededRandom('s')).open(sealed, 'vote 1')).toThrow(Bug)
  })
})
