import { describe, expect, test } from 'vitest'
import { hashRequest } from './request-hash.ts'

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
