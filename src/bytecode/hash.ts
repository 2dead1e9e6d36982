import { blake2b256, bytesToHex } from '../kit/index.ts'
import type { Hash } from './value.ts'

/** Blake2b with 32 bytes of output, the chain's hash for everything but blocks. */
export const hashHex = (bytes: Uint8Array): Hash => bytesToHex(blake2b256(bytes))
