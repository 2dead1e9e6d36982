import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { hashRequest } from './request-hash.ts'

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

describe('hashRequest', () => {
  const request = {
    method: 'POST',
    path: '/v1/tx/vault/deposit',
    networkId: 4,
    body: { amount: '1' },
  } as const
  test('default', () => expect(hashRequest(request)).toMatch(/^[0-9a-f]{64}$/))
  test('behavior: every part counts', () => {
    const others = [
      { ...request, method: 'DELETE' as const },
      { ...request, path: '/v1/tx/vault/unlock' },
      { ...request, networkId: 0 },
      { ...request, body: { amount: '2' } },
      { ...request, body: { amount: '1', clientRef: 'a' } },
    ]
    expect(new Set([request, ...others].map(hashRequest)).size).toBe(6)
  })
})
