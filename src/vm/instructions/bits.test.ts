import { describe, expect, test } from 'vitest'
import { bytes, constantGas, i, op, runScript, u, yes } from '../../../test/support/vm-program.ts'
import { type Instruction, type InstructionName, i256Min, u256Max } from '../../bytecode/index.ts'

const failed = (name: InstructionName, a: string, b: string): string =>
  `ArithmeticError(Arithmetic error: org.alephium.protocol.vm.${name}$@(${a}, ${b}))`

describe('bitwise', () => {
  test.each<[InstructionName, Instruction, Instruction, string]>([
    ['NumericBitAnd', u(12n), u(10n), 'U256 8'],
    ['NumericBitOr', u(12n), u(10n), 'U256 14'],
    ['NumericXor', u(12n), u(10n), 'U256 6'],
    ['NumericBitAnd', i(-1n), i(10n), 'I256 10'],
    ['NumericBitOr', i(-8n), i(1n), 'I256 -7'],
    ['NumericXor', i(-1n), i(0n), 'I256 -1'],
    ['NumericSHL', u(1n), u(255n), `U256 ${1n << 255n}`],
    ['NumericSHL', u(0n), u(u256Max), 'U256 0'],
    ['NumericSHL', i(-1n), u(255n), `I256 ${i256Min}`],
    ['NumericSHR', u(u256Max), u(255n), 'U256 1'],
    ['NumericSHR', u(u256Max), u(u256Max), 'U256 0'],
    ['NumericSHR', i(-1n), u(1n), 'I256 0'],
    ['NumericSHR', i(-5n), u(1n), 'I256 -2'],
  ])('default: %s', (name, a, b, result) => {
    expect(runScript([a, b, op(name)])).toEqual({ returns: [result], gas: 5 + 2 * constantGas })
  })

  test('error: a shift to the left that loses bits', () => {
    expect(runScript([u(2n), u(255n), op('NumericSHL')]).failure).toBe(
      failed('NumericSHL', 'U256(2)', 'U256(255)'),
    )
    expect(runScript([u(1n), u(256n), op('NumericSHL')]).failure).toBe(
      failed('NumericSHL', 'U256(1)', 'U256(256)'),
    )
    expect(runScript([i(1n), u(255n), op('NumericSHL')]).failure).toBe(
      failed('NumericSHL', 'I256(1)', 'U256(255)'),
    )
  })

  test('error: operands of different kinds', () => {
    expect(runScript([u(1n), i(1n), op('NumericBitAnd')]).failure).toBe(
      failed('NumericBitAnd', 'U256(1)', 'I256(1)'),
    )
    expect(runScript([yes, u(1n), op('NumericSHR')]).failure).toBe(
      failed('NumericSHR', 'Bool(true)', 'U256(1)'),
    )
    expect(runScript([u(1n), bytes('ff'), op('NumericSHL')]).failure).toBe(
      failed('NumericSHL', 'U256(1)', 'ByteVec(ByteString(-1))'),
    )
  })
})
