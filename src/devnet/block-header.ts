import { blake3 } from '@noble/hashes/blake3.js'
import { bytesToHex, concatBytes, hexToBytes } from '../kit/index.ts'
import { encodeTimestamp } from '../transaction/index.ts'
import { chainOfHash } from './chain-index.ts'

const NONCE_BYTES = 24
export const DEPS = 7

export interface HeaderContent {
  readonly deps: readonly string[]
  readonly depStateHash: string
  readonly txsHash: string
  readonly timestampMs: number
}

export interface Header extends HeaderContent {
  readonly nonce: string
  readonly hash: string
}

/** The devnet's difficulty: every hash is good enough. */
export const TARGET = hexToBytes('20ffffff')

/** Block hash: Blake3 of Blake3 of the header's bytes. */
export const hashHeader = (bytes: Uint8Array): string => bytesToHex(blake3(blake3(bytes)))

export function encodeHeader(nonce: Uint8Array, content: HeaderContent): Uint8Array {
  return concatBytes(
    nonce,
    new Uint8Array([0, content.deps.length]),
    ...content.deps.map(hexToBytes),
    hexToBytes(content.depStateHash),
    hexToBytes(content.txsHash),
    encodeTimestamp(BigInt(content.timestampMs)),
    TARGET,
  )
}

/** Counts the nonce up until the hash falls on the wanted chain: 16 tries on average. */
export function grindHeader(chain: number, content: HeaderContent): Header {
  const bytes = encodeHeader(new Uint8Array(NONCE_BYTES), content)
  const counter = new DataView(bytes.buffer, bytes.byteOffset + NONCE_BYTES - 4, 4)
  for (let count = 0; ; count++) {
    counter.setUint32(0, count)
    const hash = hashHeader(bytes)
    if (chainOfHash(hash) === chain)
      return { ...content, nonce: bytesToHex(bytes.subarray(0, NONCE_BYTES)), hash }
  }
}
