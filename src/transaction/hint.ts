import { codec } from '../alephium/index.ts'
import { hexToBytes } from '../kit/index.ts'
import type { Lock } from './model.ts'

export const GROUPS = 4

/** djb2 over bytes, 32-bit wrap-around: the chain's cheap hash for hints and checksums. */
export function djb2(bytes: Uint8Array): number {
  let hash = 5381
  for (const byte of bytes) hash = (hash * 33 + byte) | 0
  return hash
}

export const xorOfBytes = (hint: number): number =>
  ((hint >>> 24) ^ (hint >>> 16) ^ (hint >>> 8) ^ hint) & 0xff

export const groupOfHint = (hint: number): number => xorOfBytes(hint) % GROUPS

/**
 * The hint of an output: bit 0 says asset or contract, and the bytes xored say the group. Groupless locks bend the top
 * byte so that the same rule yields the group their owner chose.
 */
export function hintOfLock(lock: Lock): number {
  switch (lock.slice(0, 2)) {
    case '00':
    case '02':
      return djb2(hexToBytes(lock.slice(2))) | 1
    case '01':
      return djb2(hexToBytes(lock.slice(4, 68))) | 1
    case '03':
      return djb2(hexToBytes(lock.slice(2))) & ~1
    case '04':
      return groupedHint(hexToBytes(lock.slice(4, -10)), groupByteOf(lock))
    case '05':
      return groupedHint(hexToBytes(lock.slice(2, -10)), groupByteOf(lock))
    default:
      throw new TypeError('not a lock script')
  }
}

export function groupOfLock(lock: Lock): number {
  if (lock.startsWith('03')) return Number.parseInt(lock.slice(-2), 16) % GROUPS
  if (isGrouplessLock(lock)) return groupByteOf(lock) % GROUPS
  return groupOfHint(hintOfLock(lock))
}

export const isGrouplessLock = (lock: Lock): boolean => lock.startsWith('04') || lock.startsWith('05')

/** The same groupless wallet in another group. */
export const lockInGroup = (lock: Lock, group: number): Lock =>
  lock.slice(0, -2) + group.toString(16).padStart(2, '0')

/** Whether hex is a lock script and nothing but one. */
export function isLock(lock: Lock): boolean {
  try {
    const bytes = hexToBytes(lock)
    const decoded = codec.lockupScript.lockupScriptCodec.decode(bytes)
    return codec.lockupScript.lockupScriptCodec.encode(decoded).length === bytes.length
  } catch {
    return false
  }
}

const groupByteOf = (lock: Lock): number => Number.parseInt(lock.slice(-2), 16)

function groupedHint(content: Uint8Array, groupByte: number): number {
  const hint = djb2(content) | 1
  const top = (hint >>> 24) ^ xorOfBytes(hint) ^ groupByte
  return (top << 24) | (hint & 0x00ffffff)
}
