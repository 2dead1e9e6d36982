import { describe, expect, test } from 'vitest'
import { constantGas, no, op, runScript, u, yes } from '../../../test/support/vm-program.ts'
import type { InstructionName } from '../../bytecode/index.ts'

describe('booleans', () => {
  test.each<[InstructionName, [boolean, boolean, boolean, boolean]]>([
    ['BoolAnd', [false, false, false, true]],
    ['BoolOr', [false, true, true, true]],
    ['BoolEq', [true, false, false, true]],
    ['BoolNeq', [false, true, true, false]],
  ])('default: %s over all pairs', (name, expected) => {
    const pairs = [
      [no, no],
      [no, yes],
      [yes, no],
      [yes, yes],
    ] as const
    const results = pairs.map(([a, b]) => runScript([a, b, op(name)]))
    expect(results.map(({ returns }) => returns)).toEqual(expected.map((value) => [`Bool ${value}`]))
    expect(results.every(({ gas }) => gas === 3 + 2 * constantGas)).toBe(true)
  })
  test('default: BoolNot', () => {
    expect(runScript([yes, op('BoolNot')])).toEqual({ returns: ['Bool false'], gas: 3 + constantGas })
  })
  test('error: not a boolean', () => {
    expect(runScript([u(1n), op('BoolNot')]).failure).toBe('Invalid type, expected: Bool, got: U256(1)')
  })
})
