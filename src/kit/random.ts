import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from './bytes.ts'
import { assert } from './failures.ts'

/** Where chance comes from: the system's generator in production, a seed where a run must be repeatable. */
export interface Random {
  bytes(length: number): Uint8Array
}

export const systemRandom: Random = { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) }

/** SHA-256 of seed and counter, block after block: the same seed gives the same bytes on every machine. */
export function createSeededRandom(seed: string): Random {
  let counter = 0
  let pool = new Uint8Array(0)
  return {
    bytes(length) {
      const out = new Uint8Array(length)
      let filled = 0
      while (filled < length) {
        if (pool.length === 0) {
          pool = new Uint8Array(sha256(utf8ToBytes(`${seed}:${counter}`)))
          counter += 1
        }
        const take = Math.min(pool.length, length - filled)
        out.set(pool.subarray(0, take), filled)
        pool = pool.subarray(take)
        filled += take
      }
      return out
    },
  }
}

/** A whole number in [0, bound), without modulo bias; bound is 1 to 2^32. */
export function randomBelow(random: Random, bound: number): number {
  assert(bound >= 1 && bound <= 0x1_0000_0000, `no number is below ${bound}`)
  const limit = Math.floor(0x1_0000_0000 / bound) * bound
  for (;;) {
    const b = random.bytes(4)
    const value = ((b[0]! << 24) | (b[1]! << 16) | (b[2]! << 8) | b[3]!) >>> 0
    if (value < limit) return value % bound
  }
}
