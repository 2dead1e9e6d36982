import {
  addressFromPublicKey,
  addressToBytes,
  codec,
  type KeyType,
  publicKeyFromPrivateKey,
} from '@alephium/web3'
import { djb2 } from '../../../src/bytecode/index.ts'
import { bytesToHex, hexToBytes, type Random, randomBelow } from '../../../src/kit/index.ts'

/** More keys than an output may have, and as many as a script can name. */
const keyCounts = [1, 2, 5, 16, 17, 200]
const grouplessTypes: readonly KeyType[] = ['gl-secp256k1', 'gl-secp256r1', 'gl-ed25519', 'gl-webauthn']

/** A lock of any kind and size, in any group: what an address can stand for. */
export function strangeLock(random: Random): string {
  const hash = () => bytesToHex(random.bytes(32))
  const compact = (value: number) => bytesToHex(codec.i32Codec.encode(value))
  const pick = <T>(items: readonly T[]): T => items[randomBelow(random, items.length)] as T // never empty
  return pick([
    () => `00${hash()}`,
    () => {
      const count = pick(keyCounts)
      return `01${compact(count)}${Array.from({ length: count }, hash).join('')}${compact(1)}`
    },
    () => `02${hash()}`,
    () => `03${hash()}`,
    // The hash of many keys, its checksum, a group.
    () => {
      const keys = hash()
      const sum = (djb2(hexToBytes(keys)) >>> 0).toString(16).padStart(8, '0')
      return `05${keys}${sum}0${randomBelow(random, 4)}`
    },
    () => {
      const type = pick(grouplessTypes)
      const address = addressFromPublicKey(publicKeyFromPrivateKey(hash(), type), type)
      return bytesToHex(addressToBytes(`${address}:${randomBelow(random, 4)}`))
    },
  ])()
}
