import { describe, expect, test } from 'vitest'
import { alice, at, bytes, constantGas, i, op, runScript, u, yes } from '../../../test/support/vm-program.ts'
import { u256Max } from '../../bytecode/index.ts'

describe('byte strings', () => {
  test('default: comparing costs by the upper operand', () => {
    expect(runScript([bytes('00'), bytes('00'.repeat(9)), op('ByteVecEq')])).toEqual({
      returns: ['Bool false'],
      gas: 3 + 2 + 2 * constantGas,
    })
    expect(runScript([bytes('ab'), bytes('ab'), op('ByteVecNeq')])).toEqual({
      returns: ['Bool false'],
      gas: 3 + 1 + 2 * constantGas,
    })
  })
  test('default: size, concatenation, slice', () => {
    expect(runScript([bytes('abcd'), op('ByteVecSize')])).toEqual({
      returns: ['U256 2'],
      gas: 2 + constantGas,
    })
    expect(runScript([bytes('ab'), bytes('cd'), op('ByteVecConcat')])).toEqual({
      returns: ['ByteVec abcd'],
      gas: 3 + 2 + 2 * constantGas,
    })
    expect(runScript([bytes('abcdef'), u(1n), u(3n), op('ByteVecSlice')])).toEqual({
      returns: ['ByteVec cdef'],
      gas: 3 + 2 + 3 * constantGas,
    })
  })
  test('error: a slice outside of the bytes', () => {
    for (const [begin, end] of [
      [2n, 1n],
      [0n, 4n],
      [0n, u256Max],
      [u256Max, u256Max],
    ] as const) {
      expect(runScript([bytes('abcdef'), u(begin), u(end), op('ByteVecSlice')]).failure).toBe(
        'InvalidBytesSliceArg',
      )
    }
  })
  test('default: zeros, up to a page', () => {
    expect(runScript([u(4096n), op('Zeros'), op('ByteVecSize')])).toEqual({
      returns: ['U256 4096'],
      gas: 3 + 512 + 2 + constantGas,
    })
    expect(runScript([u(4097n), op('Zeros')]).failure).toBe('InvalidSizeForZeros')
  })
  test('default: encoding several values as an array', () => {
    expect(runScript([yes, i(-1n), u(64n), bytes('ff'), at(alice), u(5n), op('Encode')])).toEqual({
      returns: [`ByteVec 050001013f0240400301ff04${alice}`],
      gas: 3 + 45 + 6 * constantGas,
    })
    expect(runScript([u(0n), op('Encode')]).returns).toEqual(['ByteVec 00'])
  })
  test('error: encoding more than there is', () => {
    expect(runScript([u(1n), op('Encode')]).failure).toBe('StackUnderflow')
    expect(runScript([u(u256Max), op('Encode')]).failure).toBe('InvalidLengthForEncodeInstr')
  })
  test('error: bytes nobody can pay for are not built', () => {
    const doublings = Array.from({ length: 30 }, () => [op('Dup'), op('ByteVecConcat')]).flat()
    expect(runScript([bytes('00'.repeat(1024)), ...doublings]).failure).toBe('OutOfGas')
  })
})
