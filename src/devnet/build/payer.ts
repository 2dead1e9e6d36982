import type { KeyType } from '../../domain/index.ts'
import { bytesToHex, concatBytes, hexToBytes } from '../../kit/index.ts'
import { blake2b256, djb2, groupOfLock, type Payer } from '../../transaction/index.ts'
import { badRequest } from '../api-error.ts'

export interface PublicKey {
  /** Lower-case hex. */
  readonly key: string
  readonly type: KeyType
}

const groupless: Partial<
  Record<KeyType, { readonly name: string; readonly id: number; readonly bytes: number }>
> = {
  'gl-secp256k1': { name: 'SecP256K1', id: 0, bytes: 33 },
  'gl-secp256r1': { name: 'SecP256R1', id: 1, bytes: 33 },
  'gl-ed25519': { name: 'ED25519', id: 2, bytes: 32 },
  'gl-webauthn': { name: 'WebAuthn', id: 3, bytes: 33 },
}

export const isGrouplessKey = (key: PublicKey): boolean => groupless[key.type] !== undefined

const P2PK_UNLOCK = '05'

/** Who a public key pays as; a groupless key in the group asked for, or else in its own default group. */
export function payerOf(key: PublicKey, group?: number): Payer {
  const kind = groupless[key.type]
  if (kind !== undefined) {
    if (key.key.length !== kind.bytes * 2) throw badRequest(`Invalid ${kind.name} public key: ${key.key}`)
    const content = concatBytes(new Uint8Array([kind.id]), hexToBytes(key.key))
    return { lock: grouplessLock('04', content, group ?? content.at(-1)! % 4), unlock: P2PK_UNLOCK }
  }
  const payer = key.type === 'bip340-schnorr' ? schnorrPayer(key.key) : hashPayer(key.key)
  if (group !== undefined && group !== groupOfLock(payer.lock)) {
    const name = key.type === 'default' ? 'SecP256K1' : 'BIP340Schnorr'
    throw badRequest(`Mismatch between group in request (${group}) and ${name} public key: ${key.key}`)
  }
  return payer
}

/** A groupless lock: type, content, checksum of the content, group. */
export function grouplessLock(prefix: '04' | '05', content: Uint8Array, group: number): string {
  const checksum = new Uint8Array(4)
  new DataView(checksum.buffer).setInt32(0, djb2(content))
  return prefix + bytesToHex(concatBytes(content, checksum, new Uint8Array([group])))
}

function hashPayer(key: string): Payer {
  if (key.length !== 66) throw badRequest(`Invalid SecP256K1 public key: ${key}`)
  return { lock: `00${bytesToHex(blake2b256(hexToBytes(key)))}`, unlock: `00${key}` }
}

/** Schnorr wallets are a script lock with a fixed script around the key, and no parameters. */
function schnorrPayer(key: string): Payer {
  if (key.length !== 64) throw badRequest(`Invalid BIP340Schnorr public key: ${key}`)
  const script = `0101000000000458144020${key}8685`
  return { lock: `02${bytesToHex(blake2b256(hexToBytes(script)))}`, unlock: `02${script}00` }
}
