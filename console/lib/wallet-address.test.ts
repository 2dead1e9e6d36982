import { describe, expect, test } from 'vitest'
import { isSameWallet } from './wallet-address.ts'

describe('isSameWallet', () => {
  test.each([
    ['3cU', '3cU:0', true],
    ['3cU:0', '3cU', true],
    ['1A', '1A', true],
    ['1A', '1B', false],
    [null, undefined, false],
  ] as const)('behavior: %s and %s: %s', (one, other, same) => expect(isSameWallet(one, other)).toBe(same))
})
