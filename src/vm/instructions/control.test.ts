import { describe, expect, test } from 'vitest'
import { constantGas, no, op, runScript, u, yes } from '../../../test/support/vm-program.ts'

describe('control', () => {
  test('default: jumps are counted from the next instruction', () => {
    expect(runScript([op('Jump', 1), u(1n), u(2n)])).toEqual({ returns: ['U256 2'], gas: 8 + constantGas })
    expect(runScript([yes, op('IfTrue', 1), u(1n), u(2n)]).returns).toEqual(['U256 2'])
    expect(runScript([no, op('IfTrue', 1), op('Jump', 0), u(2n)]).returns).toEqual(['U256 2'])
    expect(runScript([no, op('IfFalse', 1), u(1n), u(2n)]).returns).toEqual(['U256 2'])
  })
  test('error: a jump outside of the method', () => {
    expect(runScript([op('Jump', 1)]).failure).toBe('InvalidInstrOffset')
    expect(runScript([op('Jump', -1)]).failure).toBe('InvalidInstrOffset')
  })
  test('error: a loop without end runs out of gas', () => {
    expect(runScript([u(0n), op('Pop'), u(0n), op('Pop'), op('Jump', -3)]).failure).toBe('OutOfGas')
  })
  test('default: returning early leaves the rest alone', () => {
    expect(runScript([u(7n), op('Return'), no, op('Assert')])).toEqual({
      returns: ['U256 7'],
      gas: constantGas,
    })
  })
  test('error: assertions', () => {
    expect(runScript([yes, op('Assert')], 0)).toEqual({ returns: [], gas: 3 + constantGas })
    expect(runScript([no, op('Assert')], 0).failure).toBe('AssertionFailed')
    expect(runScript([no, u(42n), op('AssertWithErrorCode')], 0).failure).toBe(
      'Assertion Failed in TxScript, Error Code: 42',
    )
    expect(runScript([no, u(1n << 31n), op('AssertWithErrorCode')], 0).failure).toBe(
      'Invalid error code 2147483648: The error code cannot exceed the maximum value for int32 (2147483647)',
    )
  })
})
