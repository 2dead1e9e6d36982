import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256, sha3_256 } from '@noble/hashes/sha3.js'
import { byteVec } from '../../bytecode/index.ts'
import { blake2b256 } from '../../kit/index.ts'
import type { Frame } from '../frame.ts'
import { gas } from '../gas-table.ts'
import type { Handlers } from './family.ts'

const hashing =
  (hash: (bytes: Uint8Array) => Uint8Array) =>
  (frame: Frame): void => {
    const bytes = frame.popBytes()
    frame.context.meter.charge(gas.hash(bytes.length))
    frame.push(byteVec(hash(bytes)))
  }

export const hashes = {
  Blake2b: hashing(blake2b256),
  Keccak256: hashing(keccak_256),
  Sha256: hashing(sha256),
  Sha3: hashing(sha3_256),
} satisfies Partial<Handlers>
