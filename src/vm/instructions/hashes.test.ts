import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bytes, constantGas, op, runScript, u } from '../../../test/support/vm-program.ts'

const nodeHash = (algorithm: string): string => createHash(algorithm).update('abc').digest('hex')
const abc = bytes('616263')

describe('hashes', () => {
  test('default: of "abc"', () => {
    expect(runScript([abc, op('Sha256')])).toEqual({
      returns: [`ByteVec ${nodeHash('sha256')}`],
      gas: 36 + constantGas,
    })
    expect(runScript([abc, op('Sha3')]).returns).toEqual([`ByteVec ${nodeHash('sha3-256')}`])
    expect(runScript([abc, op('Keccak256')]).returns).toEqual([
      'ByteVec 4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
    ])
    expect(runScript([abc, op('Blake2b')]).returns).toEqual([
      'ByteVec bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319',
    ])
  })
  test('behavior: gas by words of eight bytes', () => {
    expect(runScript([bytes('00'.repeat(64)), op('Blake2b')]).gas).toBe(30 + 6 * 8 + constantGas)
    expect(runScript([bytes('00'.repeat(65)), op('Blake2b')]).gas).toBe(30 + 6 * 9 + constantGas)
  })
  test('error: not bytes', () => {
    expect(runScript([u(1n), op('Sha256')]).failure).toBe('Invalid type, expected: ByteVec, got: U256(1)')
  })
})
