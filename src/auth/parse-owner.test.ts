import { describe, expect, test } from 'vitest'
import { parsePublicKey } from './parse-owner.ts'

describe('parsePublicKey', () => {
  test.each([
    ['default', 32, 'a default key has 33 bytes, this one 32'],
    ['gl-ed25519', 33, 'a gl-ed25519 key has 32 bytes, this one 33'],
  ] as const)('error: %s: %i bytes are told beside those it has', (keyType, bytes, why) => {
    const publicKey = '02'.repeat(bytes)
    expect(() => parsePublicKey(publicKey, keyType)).toThrow(
      expect.objectContaining({ message: `publicKey: ${why}` }),
    )
  })
})
