import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

describe('canonicalJson', () => {
  test('default: sorts keys at every depth and leaves absent fields out', () => {
    const body = { b: [{ z: 1, a: null }], a: 'x', c: undefined, d: true }
    expect(canonicalJson(body)).toBe('{"a":"x","b":[{"a":null,"z":1}],"d":true}')
  })
  test('behavior: 1e2, 100.0 and 100 are one number', () => {
    const texts = ['{"price":1e2}', '{"price":100.0}', '{ "price" : 100 }']
    expect(new Set(texts.map((text) => canonicalJson(JSON.parse(text))))).toEqual(new Set(['{"price":100}']))
  })
  test('behavior: order of lists matters', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
  })
  test('behavior: sorts by code unit, not by locale', () => {
    expect(canonicalJson({ ä: 1, b: 1, B: 1, 10: 1, 9: 1 })).toBe('{"10":1,"9":1,"B":1,"b":1,"ä":1}')
  })
})
