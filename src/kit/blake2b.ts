import { blake2b } from '@noble/hashes/blake2.js'

export const blake2b256 = (bytes: Uint8Array): Uint8Array => blake2b(bytes, { dkLen: 32 })
