import { codec } from '@alephium/web3'
import { describe, expect, test } from 'vitest'
import { method, op, u } from '../../test/support/vm-program.ts'
import {
  encodeMethods,
  instructionNames,
  instructionSet,
  isStatefulOnly,
  nameOfCode,
} from '../bytecode/index.ts'
import { bytesToHex } from '../kit/index.ts'
import { fixedGas } from './gas-table.ts'

describe('the instruction set', () => {
  test('default: 201 instructions, 145 of them also in unlock scripts', () => {
    expect(instructionNames).toHaveLength(201)
    expect(instructionNames.filter((name) => !isStatefulOnly(name))).toHaveLength(145)
  })
  test('behavior: every opcode is used once', () => {
    expect(new Set(instructionNames.map((name) => instructionSet[name].code)).size).toBe(201)
    expect(nameOfCode.filter((name) => name !== undefined)).toHaveLength(201)
  })
  test('behavior: the SDK gives every instruction without operand the same opcode', () => {
    const plain = instructionNames.filter((name) => instructionSet[name].operand === 'none')
    const script = encodeMethods([method(plain.map((name) => op(name)))])
    const decoded = codec.script.scriptCodec.decode(script)
    expect(decoded.methods[0]?.instrs.map(({ name }) => name)).toEqual(plain)
    expect(bytesToHex(codec.script.scriptCodec.encode(decoded))).toBe(bytesToHex(script))
  })
  test('behavior: whatever has no fixed price charges by itself', () => {
    const priced = Object.keys(fixedGas)
    expect(instructionNames.filter((name) => !priced.includes(name))).toHaveLength(47)
  })
  test('default: programs for the other operands decode in the SDK too', () => {
    const script = encodeMethods([
      method([
        u(1n << 200n),
        op('Jump', -300),
        op('MethodSelector', -5),
        op('CreateMapEntry', [1, 2]),
        op('CallLocal', 200),
      ]),
    ])
    expect(bytesToHex(codec.script.scriptCodec.encode(codec.script.scriptCodec.decode(script)))).toBe(
      bytesToHex(script),
    )
  })
})
