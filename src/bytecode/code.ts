import { concatBytes } from '../kit/index.ts'
import { ByteReader, decodeAll } from './codec/byte-reader.ts'
import { ByteWriter } from './codec/byte-writer.ts'
import { attempt, type Decoded, invalid, tooFewBytes, wrongFormat } from './codec/serde-error.ts'
import { hashHex } from './hash.ts'
import {
  type AnyOperand,
  type InstructionName,
  instructionSet,
  isStatefulOnly,
  nameOfCode,
  type Operands,
} from './instruction-set.ts'
import { readLock } from './lock.ts'
import { byteStringText } from './text.ts'
import { address, byteVec, type Hash, i256, u256 } from './value.ts'

/** Bytecode as data: methods and their instructions, read from and written to the wire. */

export interface Instruction {
  readonly name: InstructionName
  readonly operand: AnyOperand
}

export interface Method {
  readonly isPublic: boolean
  readonly usesPreapprovedAssets: boolean
  readonly usesContractAssets: boolean
  readonly paysToContractOnly: boolean
  readonly argsLength: number
  readonly localsLength: number
  readonly returnLength: number
  readonly instructions: readonly Instruction[]
}

/** A contract's code: the methods stay encoded until somebody calls them. */
export interface ContractCode {
  readonly hash: Hash
  readonly bytes: Uint8Array
  readonly fieldLength: number
  /** Where each method ends within methodBytes. */
  readonly methodEnds: readonly number[]
  readonly methodBytes: Uint8Array
}

type Flavour = 'stateful' | 'stateless'

const assetModifiers = [
  [false, false],
  [true, true],
  [false, true],
  [true, false],
] as const

const payToContractOnlyBit = 4
const jumpMax = 1 << 16
const devCodeMax = 7

type OperandCodec<K extends keyof Operands> = {
  readonly read: (reader: ByteReader) => Operands[K]
  readonly write: (writer: ByteWriter, operand: Operands[K]) => void
}

const operandCodecs: { readonly [K in keyof Operands]: OperandCodec<K> } = {
  none: { read: () => undefined, write: () => {} },
  byte: { read: (reader) => reader.byte(), write: (writer, operand) => writer.byte(operand) },
  bytePair: {
    read: (reader) => [reader.byte(), reader.byte()],
    write: (writer, [first, second]) => writer.byte(first).byte(second),
  },
  i256: { read: (reader) => i256(reader.i256()), write: (writer, operand) => writer.i256(operand.value) },
  u256: { read: (reader) => u256(reader.u256()), write: (writer, operand) => writer.u256(operand.value) },
  bytes: {
    read: (reader) => byteVec(reader.byteString()),
    write: (writer, operand) => writer.byteString(operand.value),
  },
  address: {
    read: (reader) => address(readLock(reader)),
    write: (writer, operand) => writer.hex(operand.value),
  },
  offset: { read: readOffset, write: (writer, operand) => writer.int(operand) },
  selector: { read: readSelector, write: (writer, operand) => writer.int32(operand) },
  byteStrings: {
    read: (reader) => reader.array(() => reader.byteString()),
    write: (writer, operand) => writer.array(operand, (part) => writer.byteString(part)),
  },
  dev: { read: readDevCode, write: (writer, operand) => writer.byte(operand) },
}

function readOffset(reader: ByteReader): number {
  const offset = reader.int()
  if (offset > jumpMax || offset < -jumpMax) throw invalid(`Invalid offset ${offset}`)
  return offset
}

function readSelector(reader: ByteReader): number {
  if (reader.remaining < 4) {
    throw invalid(`Invalid int from bytes: ${byteStringText(reader.rest())}, expected 4 bytes`)
  }
  const bytes = reader.take(4)
  return (bytes[0]! << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!
}

function readDevCode(reader: ByteReader): number {
  const code = reader.signedByte()
  if (code < 0 || code > devCodeMax) throw wrongFormat(`Invalid dev instr prefix ${code}`)
  return code
}

function readInstruction(reader: ByteReader, flavour: Flavour): Instruction {
  if (reader.remaining === 0) throw tooFewBytes(1, 0)
  const code = reader.byte()
  const name = nameOfCode[code]
  if (name === undefined || (flavour === 'stateless' && isStatefulOnly(name))) {
    throw invalid(`Instruction - invalid code ${(code << 24) >> 24}`)
  }
  return { name, operand: operandCodecs[instructionSet[name].operand].read(reader) }
}

function writeInstruction(writer: ByteWriter, { name, operand }: Instruction): void {
  const row = instructionSet[name]
  writer.byte(row.code)
  const codec = operandCodecs[row.operand] as OperandCodec<keyof Operands> // the operand was made by this codec's read
  codec.write(writer, operand as never)
}

function readMethod(reader: ByteReader, flavour: Flavour): Method {
  const isPublic = reader.bool()
  const modifier = reader.byte()
  const assets = assetModifiers[modifier & ~payToContractOnlyBit]
  if (assets === undefined) throw wrongFormat('Invalid assets modifier')
  return {
    isPublic,
    usesPreapprovedAssets: assets[0],
    usesContractAssets: assets[1],
    paysToContractOnly: (modifier & payToContractOnlyBit) !== 0,
    argsLength: reader.int(),
    localsLength: reader.int(),
    returnLength: reader.int(),
    instructions: reader.array(() => readInstruction(reader, flavour)),
  }
}

/** All of a method but its instructions. */
type MethodHead = Omit<Method, 'instructions'>

function writeMethodHead(writer: ByteWriter, method: MethodHead, instructions: number): void {
  const modifier = assetModifiers.findIndex(
    ([preapproved, contract]) =>
      preapproved === method.usesPreapprovedAssets && contract === method.usesContractAssets,
  )
  writer
    .byte(method.isPublic ? 1 : 0)
    .byte(modifier | (method.paysToContractOnly ? payToContractOnlyBit : 0))
    .int(method.argsLength)
    .int(method.localsLength)
    .int(method.returnLength)
    .int(instructions)
}

function writeMethod(writer: ByteWriter, method: Method): void {
  writeMethodHead(writer, method, method.instructions.length)
  for (const instruction of method.instructions) writeInstruction(writer, instruction)
}

export function encodeMethodHead(method: MethodHead, instructions: number): Uint8Array {
  const writer = new ByteWriter()
  writeMethodHead(writer, method, instructions)
  return writer.bytes()
}

export function encodeInstruction(instruction: Instruction): Uint8Array {
  const writer = new ByteWriter()
  writeInstruction(writer, instruction)
  return writer.bytes()
}

export const isWellFormed = (method: Method): boolean =>
  method.argsLength >= 0 && method.localsLength >= method.argsLength && method.returnLength >= 0

export function encodeMethods(methods: readonly Method[]): Uint8Array {
  const writer = new ByteWriter()
  writer.array(methods, (method) => writeMethod(writer, method))
  return writer.bytes()
}

/** The methods of a transaction script. */
export const decodeTxScriptMethods = (bytes: Uint8Array): Decoded<Method[]> =>
  attempt(() => checkedTxScript(decodeAll(bytes, (reader) => readMethods(reader, 'stateful'))))

/** The same from the front of what follows. */
export const readTxScript = (reader: ByteReader): Method[] => checkedTxScript(readMethods(reader, 'stateful'))

/** The methods of the script behind a P2SH lock. */
export const decodeUnlockScriptMethods = (bytes: Uint8Array): Decoded<Method[]> =>
  attempt(() => checkedUnlockScript(decodeAll(bytes, (reader) => readMethods(reader, 'stateless'))))

/** The same from the front of what follows. */
export const readUnlockScript = (reader: ByteReader): Method[] =>
  checkedUnlockScript(readMethods(reader, 'stateless'))

const readMethods = (reader: ByteReader, flavour: Flavour): Method[] =>
  reader.array(() => readMethod(reader, flavour))

function checkedTxScript(methods: Method[]): Method[] {
  if (methods[0]?.isPublic !== true || !methods.every(isWellFormed)) throw invalid('Invalid TxScript')
  return methods
}

function checkedUnlockScript(methods: Method[]): Method[] {
  const valid =
    methods[0]?.isPublic === true &&
    methods.every((method) => !method.usesPreapprovedAssets && isWellFormed(method))
  if (!valid) throw invalid('Invalid script')
  return methods
}

/** Splits code into its methods without reading them, as the node does with code it already trusts. */
export function openContractCode(bytes: Uint8Array, hash: Hash = hashHex(bytes)): ContractCode {
  const { fieldLength, methodEnds, methodBytes } = readFrame(new ByteReader(bytes))
  return { hash, bytes, fieldLength, methodEnds, methodBytes }
}

function readFrame(reader: ByteReader): Omit<ContractCode, 'hash' | 'bytes'> {
  const fieldLength = reader.int()
  const methodEnds = reader.array(() => reader.int())
  const methodBytes = reader.takeAtMost(methodEnds.at(-1) ?? 0)
  return { fieldLength, methodEnds, methodBytes }
}

export function methodSlice(code: Omit<ContractCode, 'hash' | 'bytes'>, index: number): Uint8Array {
  const start = index === 0 ? 0 : Math.max(0, code.methodEnds[index - 1]!)
  return code.methodBytes.subarray(start, Math.max(start, code.methodEnds[index]!))
}

/** Throws a SerdeError. */
export const decodeMethod = (code: ContractCode, index: number): Method =>
  decodeAll(methodSlice(code, index), (reader) => readMethod(reader, 'stateful'))

export interface DecodedContract {
  readonly fieldLength: number
  readonly methods: readonly Method[]
}

/** Reads a whole contract, every method of it; throws a SerdeError. */
export function decodeContract(bytes: Uint8Array): DecodedContract {
  return decodeAll(bytes, (reader) => {
    const frame = readFrame(reader)
    const methods = frame.methodEnds.map((_, index) =>
      decodeAll(methodSlice(frame, index), (slice) => readMethod(slice, 'stateful')),
    )
    return { fieldLength: frame.fieldLength, methods }
  })
}

/** Writes a contract in its shortest form, which is what the chain stores and hashes. */
export function encodeContract(contract: DecodedContract): ContractCode {
  const parts = contract.methods.map((method) => {
    const writer = new ByteWriter()
    writeMethod(writer, method)
    return writer.bytes()
  })
  const methodEnds: number[] = []
  let end = 0
  for (const part of parts) {
    end += part.length
    methodEnds.push(end)
  }
  const methodBytes = concatBytes(...parts)
  const head = new ByteWriter().int(contract.fieldLength)
  head.array(methodEnds, (position) => head.int(position))
  const bytes = concatBytes(head.bytes(), methodBytes)
  return { hash: hashHex(bytes), bytes, fieldLength: contract.fieldLength, methodEnds, methodBytes }
}

/** The selector a public method starts with, if it has one. Damaged bytes have none. */
export function selectorOf(code: ContractCode, index: number): number | undefined {
  const found = attempt(() => {
    const reader = new ByteReader(methodSlice(code, index))
    if (!reader.bool()) return undefined
    reader.byte()
    for (let lengths = 0; lengths < 4; lengths++) reader.int()
    if (reader.remaining === 0 || reader.byte() !== instructionSet.MethodSelector.code) return undefined
    return readSelector(reader)
  })
  return found.ok ? found.value : undefined
}
