import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyChain } from '../../test/support/vm-case.ts'
import { alice, bob, contractId, method, op, otherId, tokenId } from '../../test/support/vm-program.ts'
import {
  type AnyOperand,
  address,
  addressText,
  byteVec,
  encodeContract,
  encodeMethods,
  type Instruction,
  i256,
  i256Max,
  i256Min,
  instructionNames,
  instructionSet,
  type Operands,
  u256,
  u256Max,
} from '../bytecode/index.ts'
import { bytesToHex } from '../kit/index.ts'
import { callTxScript } from './dry-run/call-tx-script.ts'
import { testContract } from './dry-run/test-contract.ts'

/** Code nobody compiled: whatever it is, the answer is a value, soon. */

const edge = [0n, 1n, 2n, 31n, 32n, 255n, 256n, 4096n, (1n << 31n) - 1n, 1n << 63n, 1n << 255n, u256Max]
const byteStrings = ['', '00', 'ff', contractId, otherId, tokenId, '02'.repeat(33), '04'.repeat(64)]
const byte = fc.nat({ max: 255 })

const operands: { readonly [K in keyof Operands]: fc.Arbitrary<AnyOperand> } = {
  none: fc.constant(undefined),
  byte: fc.oneof(fc.nat({ max: 3 }), byte),
  bytePair: fc.tuple(byte, byte),
  i256: fc.constantFrom(i256Min, -1n, 0n, 1n, i256Max).map(i256),
  u256: fc.constantFrom(...edge).map(u256),
  bytes: fc.constantFrom(...byteStrings).map((hex) => byteVec(new Uint8Array(Buffer.from(hex, 'hex')))),
  address: fc.constantFrom(alice, bob, `03${contractId}`, `03${otherId}`).map(address),
  offset: fc.integer({ min: -8, max: 8 }),
  selector: fc.integer({ min: -2, max: 2 }),
  byteStrings: fc.array(fc.constant(new Uint8Array(3)), { maxLength: 3 }),
  dev: fc.nat({ max: 7 }),
}

const constantNames = ['U256Const', 'I256Const', 'BytesConst', 'AddressConst', 'ConstTrue', 'Dup'] as const
const instruction: fc.Arbitrary<Instruction> = fc
  .oneof(
    fc.constantFrom(...instructionNames),
    fc.constantFrom(...constantNames),
    fc.constantFrom(...constantNames),
  )
  .chain((name) => operands[instructionSet[name].operand].map((operand) => op(name, operand)))

const anyMethod = fc
  .record({
    instructions: fc.array(instruction, { maxLength: 25 }),
    usesPreapprovedAssets: fc.boolean(),
    usesContractAssets: fc.boolean(),
    argsLength: fc.constantFrom(0, 0, 0, 1, -1),
    localsLength: fc.constantFrom(2, 2, 2, 0, 2000, -1),
    returnLength: fc.constantFrom(0, 0, 1, -1),
  })
  .map(({ instructions, ...shape }) => method(instructions, shape))

const inputAssets = [{ address: addressText(alice), asset: { attoAlphAmount: `${10n ** 19n}` } }]

const isAnswer = (status: number): boolean => [200, 400, 500].includes(status)

describe('hostile code', () => {
  test('behavior: any sequence of instructions gets an answer', () => {
    fc.assert(
      fc.property(fc.array(anyMethod, { minLength: 1, maxLength: 3 }), (methods) => {
        const script = callTxScript(
          { group: 0, bytecode: bytesToHex(encodeMethods(methods)), inputAssets },
          emptyChain,
        )
        expect(isAnswer(script.status)).toBe(true)
        const bytecode = bytesToHex(encodeContract({ fieldLength: 1, methods }).bytes)
        const initialMutFields = [{ type: 'U256', value: '1' }]
        const contract = testContract({ bytecode, initialMutFields, inputAssets }, emptyChain)
        expect(isAnswer(contract.status)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
  test('behavior: any bytes get an answer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const bytecode = bytesToHex(bytes)
        expect(isAnswer(callTxScript({ group: 0, bytecode }, emptyChain).status)).toBe(true)
        expect(isAnswer(testContract({ bytecode }, emptyChain).status)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
  test('behavior: any JSON gets an answer', () => {
    const request = fc.record(
      {
        group: fc.oneof(fc.integer(), fc.jsonValue()),
        bytecode: fc.oneof(fc.constant('0100'), fc.jsonValue()),
        args: fc.jsonValue(),
        inputAssets: fc.jsonValue(),
        existingContracts: fc.jsonValue(),
        methodIndex: fc.jsonValue(),
        address: fc.jsonValue(),
        txId: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(request, fc.jsonValue()), (body) => {
        expect(isAnswer(callTxScript(body, emptyChain).status)).toBe(true)
        expect(isAnswer(testContract(body, emptyChain).status)).toBe(true)
      }),
      {
        numRuns: 1_000,
        examples: [
          [{ group: 0, bytecode: [{ toString: 0 }] }],
          [{ bytecode: '00', args: [{ type: { toString: 0 } }] }],
        ],
      },
    )
  })
})

describe('bounds', () => {
  const run = (instructions: readonly Instruction[]) => {
    const answer = callTxScript(
      { group: 0, bytecode: bytesToHex(encodeMethods([method(instructions)])) },
      emptyChain,
    )
    return answer.status === 200 ? 'success' : answer.detail.replace('VM execution error: ', '')
  }
  const long = (doublings: number): Instruction[] => [
    op('BytesConst', byteVec(new Uint8Array(1024))),
    ...Array.from({ length: doublings }, () => [op('Dup'), op('ByteVecConcat')]).flat(),
  ]
  const times = (count: number, ...instructions: Instruction[]): Instruction[] =>
    Array.from({ length: count }, () => instructions).flat()

  test('behavior: free instructions in a loop come to an end', () => {
    const loop = [op('MethodSelector', 1), ...times(6_000, op('MethodSelector', 1)), op('Jump', -6_000)]
    expect(run(loop)).toBe('Too many instructions without a price')
  })
  test('behavior: copies of a long string are not encoded beyond what is paid', () => {
    const program = [...long(10), ...times(900, op('Dup')), op('U256Const', u256(900n)), op('Encode')]
    expect(run(program)).toBe('OutOfGas')
  })
  test('behavior: debug messages do not fill the memory', () => {
    const part = new Uint8Array(0)
    const program = [...long(10), ...times(20, op('Dup'), op('DEBUG', [part, part]))]
    expect(run(program)).toBe('Too many bytes in events and debug messages')
  })
  test('behavior: an address of ten thousand keys is not spelled out', () => {
    const keys = [op('U256Const', u256(4096n)), op('Zeros'), ...times(6, op('Dup'), op('ByteVecConcat'))]
    const lock = [
      op('BytesConst', byteVec(Uint8Array.of(1, 0x80, 0, 0x20, 0))),
      ...keys,
      op('ByteVecConcat'),
      op('BytesConst', byteVec(Uint8Array.of(1))),
      op('ByteVecConcat'),
    ]
    expect(run([...lock, op('ByteVecToAddress'), op('DEBUG', [new Uint8Array(0), new Uint8Array(0)])])).toBe(
      'success',
    )
  })
  test('error: deep nesting and endless addresses in a request', () => {
    let value: unknown = []
    for (let depth = 0; depth < 50_000; depth++) value = [{ type: 'Array', value }]
    expect(testContract({ bytecode: '0100', args: value }, emptyChain)).toMatchObject({ status: 400 })
    expect(testContract({ bytecode: '0100', address: '2'.repeat(1_000_000) }, emptyChain)).toMatchObject({
      status: 400,
    })
  })
})
