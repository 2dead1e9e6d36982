import { describe, expect, test } from 'vitest'
import { parseJson } from './json-body.ts'

describe('parseJson', () => {
  test('default: integers that a double does not hold are digit strings, the first of equal keys counts', () => {
    expect(parseJson('{"a":12345678901234567890,"b":"\\"1234567890123456789\\"","a":1}')).toMatchObject({
      a: '12345678901234567890',
      b: '"1234567890123456789"',
    })
  })
  test('behavior: the digits behind a point are no integer', () => {
    expect(parseJson('{"a":1.12345678901234567890}')).toEqual({ a: 1.1234567890123457 })
  })
  test.each([
    ['a string that does not end', `"${'\\"'.repeat(1_000_000)}`],
    ['a number that ends with its point', `${'1'.repeat(1_000_000)}.`],
  ])('error: megabytes of %s are refused in one go', (_, text) => {
    expect(() => parseJson(text)).toThrow('Invalid value for: body (')
  })
})
