import { describe, expect, test } from 'vitest'
import {
  alice,
  at,
  bytes,
  constantGas,
  i,
  no,
  op,
  runScript,
  u,
  yes,
} from '../../../test/support/vm-program.ts'
import { type Instruction, type InstructionName, i256Max, u256Max } from '../../bytecode/index.ts'

describe('conversions', () => {
  test.each<[InstructionName, Instruction, string, number]>([
    ['I256ToU256', i(5n), 'U256 5', 3],
    ['U256ToI256', u(5n), 'I256 5', 3],
    ['BoolToByteVec', yes, 'ByteVec 01', 1],
    ['I256ToByteVec', i(-1n), 'ByteVec 3f', 1],
    ['U256ToByteVec', u(0n), 'ByteVec 00', 1],
    ['U256ToByteVec', u(64n), 'ByteVec 4040', 1],
    ['U256ToByteVec', u(u256Max), `ByteVec dc${'ff'.repeat(32)}`, 5],
    ['AddressToByteVec', at(alice), `ByteVec ${alice}`, 5],
    ['BoolToString', no, 'ByteVec 66616c7365', 1],
    ['I256ToString', i(-12n), 'ByteVec 2d3132', 1],
    ['U256ToString', u(123456789n), 'ByteVec 313233343536373839', 2],
    ['U256To1Byte', u(255n), 'ByteVec ff', 1],
    ['U256To2Byte', u(1n), 'ByteVec 0001', 1],
    ['U256To4Byte', u(1n), 'ByteVec 00000001', 1],
    ['U256To8Byte', u(1n), 'ByteVec 0000000000000001', 1],
    ['U256To16Byte', u(1n), `ByteVec ${'00'.repeat(15)}01`, 2],
    ['U256To32Byte', u(u256Max), `ByteVec ${'ff'.repeat(32)}`, 4],
    ['U256From1Byte', bytes('ff'), 'U256 255', 1],
    ['U256From2Byte', bytes('0100'), 'U256 256', 1],
    ['U256From4Byte', bytes('00000001'), 'U256 1', 1],
    ['U256From8Byte', bytes('00'.repeat(8)), 'U256 0', 1],
    ['U256From16Byte', bytes('00'.repeat(16)), 'U256 0', 2],
    ['U256From32Byte', bytes('ff'.repeat(32)), `U256 ${u256Max}`, 4],
  ])('default: %s', (name, operand, result, gas) => {
    expect(runScript([operand, op(name)])).toEqual({ returns: [result], gas: gas + constantGas })
  })

  test.each<[InstructionName, Instruction, string]>([
    ['I256ToU256', i(-1n), 'Invalid conversion from I256(-1) to U256'],
    ['U256ToI256', u(i256Max + 1n), `Invalid conversion from U256(${i256Max + 1n}) to I256`],
    ['U256To1Byte', u(256n), 'Invalid conversion from U256(256) to ByteVec'],
    ['U256From1Byte', bytes('0001'), 'InvalidBytesSize'],
    ['U256From32Byte', bytes(''), 'InvalidBytesSize'],
  ])('error: %s', (name, operand, failure) => {
    expect(runScript([operand, op(name)])).toEqual({ failure })
  })
})
