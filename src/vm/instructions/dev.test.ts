import { describe, expect, test } from 'vitest'
import { no, op, runScript, u, yes } from '../../../test/support/vm-program.ts'
import { devCode } from './dev.ts'

const dev = (code: number) => op('DevInstr', code)
const failing = [no, u(3n), op('AssertWithErrorCode')]

describe('instructions of unit tests', () => {
  test('default: a check survives the failure it waits for', () => {
    expect(
      runScript([u(0n), dev(devCode.testCheckStart), ...failing, dev(devCode.testCheckEnd), u(8n)]).returns,
    ).toEqual(['U256 8'])
    expect(
      runScript([u(3n), u(0n), dev(devCode.testErrorStart), ...failing, dev(devCode.testCheckEnd)], 0)
        .returns,
    ).toEqual([])
  })
  test('error: nothing failed, or something else did', () => {
    expect(runScript([u(0n), dev(devCode.testCheckStart), dev(devCode.testCheckEnd)], 0).failure).toBe(
      'Assertion Failed: the test code did not throw an exception',
    )
    expect(
      runScript([u(4n), u(0n), dev(devCode.testErrorStart), ...failing, dev(devCode.testCheckEnd)], 0)
        .failure,
    ).toBe('Unexpected error code in test. Expected: 4, but got: 3.')
    expect(
      runScript([u(4n), u(0n), dev(devCode.testErrorStart), op('Pop'), dev(devCode.testCheckEnd)], 0).failure,
    ).toBe('Unexpected execution failure in test. Expected error code: 4, but got failure: StackUnderflow.')
  })
  test('error: a check without an end, an end without a check, a check within a check', () => {
    expect(runScript([u(0n), dev(devCode.testCheckStart), ...failing], 0).failure).toBe(
      'InvalidTestCheckInstr',
    )
    expect(runScript([dev(devCode.testCheckEnd)], 0).failure).toBe('InvalidTestCheckInstr')
    expect(
      runScript([u(0n), dev(devCode.testCheckStart), u(0n), dev(devCode.testCheckStart)], 0).failure,
    ).toBe('InvalidTestCheckInstr')
  })
  test('default: equality of any two values', () => {
    expect(runScript([yes, yes, u(0n), dev(devCode.testEqual)], 0).returns).toEqual([])
    expect(runScript([yes, u(1n), u(0n), dev(devCode.testEqual)], 0).failure).toBe(
      'Assertion Failed: left(Bool(true)) is not equal to right(U256(1))',
    )
  })
  test('default: random values of each kind', () => {
    const kinds = [
      devCode.randomU256,
      devCode.randomI256,
      devCode.randomContractAddress,
      devCode.randomAssetAddress,
    ]
    const returns = kinds.map((code) => runScript([dev(code)]).returns?.[0]?.split(' ')[0])
    expect(returns).toEqual(['U256', 'I256', 'Address', 'Address'])
  })
})
