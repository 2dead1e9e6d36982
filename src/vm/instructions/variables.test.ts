import { describe, expect, test } from 'vitest'
import {
  callMethod,
  constantGas,
  contractId,
  method,
  no,
  op,
  runScript,
  u,
  withoutPrefix,
} from '../../../test/support/vm-program.ts'
import type { Instruction } from '../../bytecode/index.ts'

const number = (value: number) => ({ type: 'U256', value: String(value) })

function inContract(instructions: readonly Instruction[]) {
  const answer = callMethod({
    contract: {
      id: contractId,
      methods: [method(instructions, { returnLength: 1 })],
      immFields: [number(1)],
      mutFields: [number(2), { type: 'Bool', value: true }],
    },
  })
  if (answer.status !== 200) return { failure: withoutPrefix(answer.detail) }
  return {
    returns: answer.body.returns.map(({ value }) => value),
    after: answer.body.contracts[0]?.mutFields,
  }
}

describe('locals', () => {
  test('default: they begin as false and hold anything', () => {
    expect(runScript([op('LoadLocal', 1)])).toEqual({ returns: ['Bool false'], gas: 3 })
    expect(runScript([u(5n), op('StoreLocal', 1), op('LoadLocal', 1)])).toEqual({
      returns: ['U256 5'],
      gas: 6 + constantGas,
    })
    expect(runScript([u(5n), u(1n), op('StoreLocalByIndex'), u(1n), op('LoadLocalByIndex')])).toEqual({
      returns: ['U256 5'],
      gas: 10 + 3 * constantGas,
    })
  })
  test('error: beyond the last', () => {
    expect(runScript([op('LoadLocal', 2)]).failure).toBe('Invalid var index: 2, max index is: 1')
    expect(runScript([u(1n), op('StoreLocal', 2)]).failure).toBe('Invalid var index: 2, max index is: 1')
    expect(runScript([u(256n), op('LoadLocalByIndex')]).failure).toBe(
      'Invalid var index: 256, max index is: 255',
    )
  })
})

describe('the stack', () => {
  test('default: pop, duplicate, swap', () => {
    expect(runScript([u(1n), u(2n), op('Pop')])).toEqual({ returns: ['U256 1'], gas: 2 + 2 * constantGas })
    expect(runScript([u(1n), op('Dup')], 2).returns).toEqual(['U256 1', 'U256 1'])
    expect(runScript([u(1n), u(2n), op('Swap')], 2).returns).toEqual(['U256 2', 'U256 1'])
  })
  test('error: too little and too much', () => {
    expect(runScript([op('Pop')], 0).failure).toBe('StackUnderflow')
    expect(runScript([op('Dup')], 0).failure).toBe('StackUnderflow')
    expect(runScript([u(1n), op('Swap')], 0).failure).toBe('StackUnderflow')
    const many = Array.from({ length: 1023 }, () => no)
    expect(runScript(many, 0).failure).toBe('StackOverflow')
    expect(runScript(many.slice(1), 0).returns).toEqual([])
  })
})

describe('fields', () => {
  test('default: immutable and mutable ones are counted apart', () => {
    expect(inContract([op('LoadImmField', 0)]).returns).toEqual(['1'])
    expect(inContract([u(0n), op('LoadImmFieldByIndex')]).returns).toEqual(['1'])
    expect(inContract([op('LoadMutField', 0)]).returns).toEqual(['2'])
    expect(inContract([u(1n), op('LoadMutFieldByIndex')]).returns).toEqual([true])
    expect(
      inContract([u(9n), op('StoreMutField', 0), u(8n), u(0n), op('StoreMutFieldByIndex'), no]).after,
    ).toEqual([number(8), { type: 'Bool', value: true }])
  })
  test('error: wrong index, wrong type', () => {
    expect(inContract([op('LoadImmField', 1)]).failure).toBe(
      'Invalid immutable field index: 1, immutable fields length is: 1',
    )
    expect(inContract([op('LoadMutField', 2)]).failure).toBe(
      'Invalid mutable field index: 2, mutable fields length is: 2',
    )
    expect(inContract([u(999n), op('LoadImmFieldByIndex')]).failure).toBe(
      'Invalid mutable field index: 999, mutable fields length is: 255',
    )
    expect(inContract([no, op('StoreMutField', 0)]).failure).toBe('InvalidMutFieldType')
  })
})
