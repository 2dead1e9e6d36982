import { describe, expect, test } from 'vitest'
import { operations } from '../wire/index.ts'
import { createClient } from './create-client.ts'

/** Every method of the client, found by the operation it names. */
function operationsOf(part: object): string[] {
  return Object.values(part).flatMap((member: unknown) => {
    if (typeof member === 'function') return 'operation' in member ? [String(member.operation)] : []
    return typeof member === 'object' && member !== null ? operationsOf(member) : []
  })
}

describe('createClient', () => {
  test('default: one method for every operation of the OpenAPI', () => {
    const named = operationsOf(createClient({ url: 'http://127.0.0.1:1' }))
    expect([...named].sort()).toEqual(Object.keys(operations).sort())
  })
  test.each(['sibyl_live_x\n', 'sibyl live', '\r', 'sibyl_live_ключ', ''])(
    'error: a key that no header can hold is named, and not shown: %j',
    (key) =>
      expect(() => createClient({ url: 'http://venue', key })).toThrow(/^the API key is empty or holds/),
  )
})
