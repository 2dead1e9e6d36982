import { describe, expect, test } from 'vitest'
import { toReceived } from './received.ts'

describe('toReceived', () => {
  test.each([
    ['a missing value', undefined, 'name', null],
    ['a text', 'x', 'name', 'x'],
    ['a number', 5, 'price', 5],
    ['an object', { a: 1 }, 'name', '[object]'],
    ['a list', [1, 2], 'name', '[array of 2]'],
    ['a signature', 'ff', 'signature', '[redacted]'],
    ['a nested salt', 'ff', 'legs.0.salt', '[redacted]'],
    ['a key that strayed', 'x sibyl_live_abc', 'name', '[redacted]'],
    ['half a surrogate pair', '\ud800', 'name', '\ufffd'],
  ])('default: %s', (_name, value, field, shown) => expect(toReceived(value, field)).toEqual(shown))
  test('behavior: a long text is cut at 100 characters, not inside one', () => {
    expect(toReceived('x'.repeat(101), 'q')).toBe('x'.repeat(100))
    expect(toReceived('😀'.repeat(101), 'q')).toBe('😀'.repeat(100))
  })
})
