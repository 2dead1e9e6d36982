import { type Hash, hashHex, hintOfLock, type Lock } from '../bytecode/index.ts'
import { blake2b256, concatBytes, hexToBytes } from '../kit/index.ts'
import type { OutputRef } from './output.ts'

export const zeroId: Hash = '00'.repeat(32)

/** Key of the output with this index; fixed outputs count first, then generated ones. */
export function outputKey(txId: Hash, outputIndex: number): Hash {
  return hashHex(concatBytes(hexToBytes(txId), int32Bytes(outputIndex)))
}

export const outputRef = (txId: Hash, outputIndex: number, lock: Lock): OutputRef => ({
  hint: hintOfLock(lock),
  key: outputKey(txId, outputIndex),
})

/** Id of a contract whose first output has this index: the output's key with the group as last byte. */
export const contractIdOf = (txId: Hash, outputIndex: number, group: number): Hash =>
  withGroup(outputKey(txId, outputIndex), group)

/** Id of a contract created under a path of another: twice hashed, with the group as last byte. */
export function subContractIdOf(parent: Hash, path: Uint8Array, group: number): Hash {
  return withGroup(hashHex(blake2b256(concatBytes(hexToBytes(parent), path))), group)
}

const withGroup = (id: Hash, group: number): Hash => id.slice(0, 62) + group.toString(16).padStart(2, '0')

const int32Bytes = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff)
