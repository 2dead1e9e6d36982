import { describe, expect, test } from 'vitest'
import { constantGas, i, op, runScript, u } from '../../../test/support/vm-program.ts'
import { type InstructionName, i256Max, i256Min, u256Max } from '../../bytecode/index.ts'

const error = (name: InstructionName, a: string, b: string): string =>
  `ArithmeticError(Arithmetic error: org.alephium.protocol.vm.${name}$@(${a}, ${b}))`

describe('U256', () => {
  test.each<[InstructionName, bigint, bigint, string, number]>([
    ['U256Add', 2n, 3n, 'U256 5', 3],
    ['U256Sub', 3n, 2n, 'U256 1', 3],
    ['U256Mul', 6n, 7n, 'U256 42', 5],
    ['U256Div', 7n, 2n, 'U256 3', 5],
    ['U256Mod', 7n, 2n, 'U256 1', 5],
    ['U256RoundInfinityDiv', 7n, 2n, 'U256 4', 5],
    ['U256RoundInfinityDiv', 0n, 2n, 'U256 0', 5],
    ['U256ModAdd', u256Max, 2n, 'U256 1', 8],
    ['U256ModSub', 0n, 1n, `U256 ${u256Max}`, 8],
    ['U256ModMul', 1n << 255n, 2n, 'U256 0', 8],
    ['U256Exp', 0n, 0n, 'U256 1', 10],
    ['U256Exp', 2n, 255n, `U256 ${1n << 255n}`, 60],
    ['U256Exp', 1n, u256Max, 'U256 1', 10 + 50 * 32],
    ['U256ModExp', 2n, 256n, 'U256 0', 110],
    [
      'U256ModExp',
      3n,
      u256Max,
      `U256 ${77194726158210796949047323339125271902179989777093709359638389338608753093291n}`,
      1610,
    ],
  ])('default: %s of %d and %d', (name, a, b, result, gas) => {
    expect(runScript([u(a), u(b), op(name)])).toEqual({ returns: [result], gas: gas + 2 * constantGas })
  })

  test.each<[InstructionName, bigint, bigint]>([
    ['U256Add', u256Max, 1n],
    ['U256Sub', 0n, 1n],
    ['U256Mul', 1n << 255n, 2n],
    ['U256Div', 1n, 0n],
    ['U256Mod', 1n, 0n],
    ['U256RoundInfinityDiv', 1n, 0n],
  ])('error: %s of %d and %d', (name, a, b) => {
    expect(runScript([u(a), u(b), op(name)])).toEqual({ failure: error(name, `U256(${a})`, `U256(${b})`) })
  })

  test('error: an astronomical power is given up, not computed', () => {
    expect(runScript([u(3n), u(u256Max), op('U256Exp')]).failure).toBe(
      `ArithmeticError(Exp overflow: U256(3) ** ${u256Max})`,
    )
    expect(runScript([i(-2n), u(0x7fffffffn), op('I256Exp')]).failure).toBe(
      'ArithmeticError(Exp overflow: I256(-2) ** 2147483647)',
    )
  })

  test.each<[InstructionName, boolean, boolean, boolean]>([
    ['U256Eq', false, true, false],
    ['U256Neq', true, false, true],
    ['U256Lt', true, false, false],
    ['U256Le', true, true, false],
    ['U256Gt', false, false, true],
    ['U256Ge', false, true, true],
  ])('default: %s of a smaller, an equal and a greater number', (name, smaller, equal, greater) => {
    const compare = (a: bigint, b: bigint) => runScript([u(a), u(b), op(name)])
    expect(compare(1n, 2n)).toEqual({ returns: [`Bool ${smaller}`], gas: 3 + 2 * constantGas })
    expect(compare(2n, 2n).returns).toEqual([`Bool ${equal}`])
    expect(compare(3n, 2n).returns).toEqual([`Bool ${greater}`])
  })
})

describe('I256', () => {
  test.each<[InstructionName, bigint, bigint, string, number]>([
    ['I256Add', -2n, 3n, 'I256 1', 3],
    ['I256Sub', -2n, 3n, 'I256 -5', 3],
    ['I256Mul', -2n, 3n, 'I256 -6', 5],
    ['I256Div', -7n, 2n, 'I256 -3', 5],
    ['I256Mod', -7n, 2n, 'I256 -1', 5],
    ['I256RoundInfinityDiv', -7n, 2n, 'I256 -4', 5],
    ['I256RoundInfinityDiv', 7n, -2n, 'I256 -4', 5],
    ['I256RoundInfinityDiv', -7n, -2n, 'I256 4', 5],
    ['I256RoundInfinityDiv', 0n, -2n, 'I256 0', 5],
  ])('default: %s of %d and %d', (name, a, b, result, gas) => {
    expect(runScript([i(a), i(b), op(name)])).toEqual({ returns: [result], gas: gas + 2 * constantGas })
  })

  test.each<[InstructionName, bigint, bigint]>([
    ['I256Add', i256Max, 1n],
    ['I256Sub', i256Min, 1n],
    ['I256Mul', i256Min, -1n],
    ['I256Div', i256Min, -1n],
    ['I256Div', 1n, 0n],
    ['I256Mod', i256Min, -1n],
    ['I256Mod', 1n, 0n],
    ['I256RoundInfinityDiv', i256Min, -1n],
  ])('error: %s of %d and %d', (name, a, b) => {
    expect(runScript([i(a), i(b), op(name)])).toEqual({ failure: error(name, `I256(${a})`, `I256(${b})`) })
  })

  test.each<[InstructionName, boolean, boolean, boolean]>([
    ['I256Eq', false, true, false],
    ['I256Neq', true, false, true],
    ['I256Lt', true, false, false],
    ['I256Le', true, true, false],
    ['I256Gt', false, false, true],
    ['I256Ge', false, true, true],
  ])('default: %s of a smaller, an equal and a greater number', (name, smaller, equal, greater) => {
    const compare = (a: bigint, b: bigint) => runScript([i(a), i(b), op(name)]).returns
    expect(compare(-3n, -2n)).toEqual([`Bool ${smaller}`])
    expect(compare(-2n, -2n)).toEqual([`Bool ${equal}`])
    expect(compare(3n, -2n)).toEqual([`Bool ${greater}`])
  })

  test('default: a power keeps its sign, down to the smallest number', () => {
    expect(runScript([i(-2n), u(255n), op('I256Exp')]).returns).toEqual([`I256 ${i256Min}`])
    expect(runScript([i(-1n), u(u256Max), op('I256Exp')]).returns).toEqual(['I256 -1'])
    expect(runScript([i(-1n), u(2n), op('I256Exp')]).returns).toEqual(['I256 1'])
  })
})

describe('modulo n', () => {
  test('default: the sum and product may exceed 256 bits', () => {
    expect(runScript([u(u256Max), u(2n), u(10n), op('AddModN')])).toEqual({
      returns: [`U256 ${(u256Max + 2n) % 10n}`],
      gas: 8 + 3 * constantGas,
    })
    expect(runScript([u(u256Max), u(u256Max), u(7n), op('MulModN')])).toEqual({
      returns: [`U256 ${(u256Max * u256Max) % 7n}`],
      gas: 13 + 3 * constantGas,
    })
  })
  test('error: modulo zero', () => {
    expect(runScript([u(1n), u(2n), u(0n), op('AddModN')]).failure).toBe(
      'ArithmeticError((U256(1) + U256(2)) % U256(0))',
    )
    expect(runScript([u(1n), u(2n), u(0n), op('MulModN')]).failure).toBe(
      'ArithmeticError((U256(1) * U256(2)) % U256(0))',
    )
  })
})

describe('operands', () => {
  test('error: the wrong type', () => {
    expect(runScript([u(1n), i(2n), op('U256Add')]).failure).toBe(
      'Invalid type, expected: U256, got: I256(2)',
    )
    expect(runScript([i(1n), u(2n), op('I256Add')]).failure).toBe(
      'Invalid type, expected: I256, got: U256(2)',
    )
  })
  test('error: an empty stack', () => {
    expect(runScript([u(1n), op('U256Add')]).failure).toBe('StackUnderflow')
  })
})
