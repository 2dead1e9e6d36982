/**
 * bytecode: Alephium's code and values as data. What the interpreter runs is what the compiler writes.
 *
 * Owns          the instruction set, methods and contracts, values, lock scripts, their wire format and the node's words
 *               for bytes that do not decode.
 * Does not own  what an instruction does or costs (vm), or how a program becomes instructions (ralph).
 */
export {
  type ContractCode,
  type DecodedContract,
  decodeContract,
  decodeMethod,
  decodeTxScriptMethods,
  decodeUnlockScriptMethods,
  encodeContract,
  encodeInstruction,
  encodeMethodHead,
  encodeMethods,
  type Instruction,
  isWellFormed,
  type Method,
  openContractCode,
  readTxScript,
  readUnlockScript,
  selectorOf,
} from './code.ts'
export { ByteReader, decodeAll, unsignedFromBytes } from './codec/byte-reader.ts'
export { ByteWriter, bigEndian } from './codec/byte-writer.ts'
export { attempt, invalid, SerdeError, wrongFormat } from './codec/serde-error.ts'
export { contentBytes, decodeVals, encodeVals, estimatedSizeOfAll, readVal, valText } from './codec/values.ts'
export { hashHex } from './hash.ts'
export {
  type AnyOperand,
  type InstructionName,
  instructionNames,
  instructionSet,
  isStatefulOnly,
  nameOfCode,
  type OperandOf,
  type Operands,
} from './instruction-set.ts'
export { i256Max, i256Min, int32Max, u256Max } from './integer-range.ts'
export { type JsonVal, toJsonVal } from './json-value.ts'
export {
  hashOfBoolean,
  hashOfRecord,
  hashOfText,
  inTableOrder,
  inTrieOrder,
  tableSize,
  tableSizeFor,
} from './jvm-order.ts'
export {
  addressText,
  base58,
  contractIdOfLock,
  contractLock,
  decodeLock,
  djb2,
  groupOfLock,
  groups,
  hintOfLock,
  isContractLock,
  lockLettersMax,
  lockOfAddress,
  nullContractLock,
  readLock,
  readPublicKey,
  type TypedPublicKey,
} from './lock.ts'
export { byteStringText, hexText } from './text.ts'
export {
  address,
  bool,
  byteVec,
  falseVal,
  type Hash,
  i256,
  type Lock,
  u256,
  type Val,
  type ValType,
} from './value.ts'
export { equalVals } from './value-equality.ts'
