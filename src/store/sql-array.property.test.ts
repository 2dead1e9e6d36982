import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Bug } from '../kit/index.ts'
import { decodeArray, encodeArray } from './sql-array.ts'

describe('sql arrays', () => {
  test('behavior: what goes in comes out', () => {
    const item = fc.option(
      fc.oneof(fc.string(), fc.constantFrom('NULL', '', '{', '}', ',', '"', '\\', 'null')),
    )
    fc.assert(
      fc.property(fc.array(item), (items) => {
        expect(decodeArray(encodeArray(items))).toEqual(items)
      }),
    )
  })
  test('default: as PostgreSQL prints them', () => {
    expect(decodeArray('{}')).toEqual([])
    expect(decodeArray('{1,2}')).toEqual(['1', '2'])
    expect(decodeArray('{a,"b c",NULL,"NULL",""}')).toEqual(['a', 'b c', null, 'NULL', ''])
  })
  test.each(['', 'x', '{', '{{1},{2}}', '{"a}', '{"a"b}'])('error: %j', (text) =>
    expect(() => decodeArray(text)).toThrow(Bug),
  )
})
