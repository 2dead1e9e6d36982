import {
  addressFromPublicKey,
  addressToBytes,
  addressWithoutExplicitGroupIndex,
  groupOfAddress,
  hasExplicitGroupIndex,
  isGrouplessAddress,
} from '../alephium/index.ts'
import { bytesToHex } from '../kit/index.ts'

/** Kinds of keys a wallet may have. The type is part of the address: one key under two types is two wallets. */
export const keyTypes = [
  'default',
  'bip340-schnorr',
  'gl-secp256k1',
  'gl-secp256r1',
  'gl-ed25519',
  'gl-webauthn',
] as const
export type KeyType = (typeof keyTypes)[number]

export interface Wallet {
  /** As the venue writes it: a groupless address carries the venue's group, `X:g`. */
  readonly address: string
  /** Lower-case hex of the serialised lock script. */
  readonly lock: string
  readonly isGroupless: boolean
  /** Locked by a script: a Schnorr wallet, or something else nobody can tell from it. */
  readonly isScript: boolean
}

/**
 * Why an address is no wallet of this venue.
 *
 * undecodable   base58 of nothing
 * not_a_wallet  a contract or a multisig
 * wrong_suffix  a grouped address with the suffix of another group
 * other_group   a wallet, but of a group whose transactions cannot reach the venue's contracts
 */
export type WalletTrouble = {
  readonly reason: 'undecodable' | 'not_a_wallet' | 'wrong_suffix' | 'other_group'
  readonly group?: number
}

export const isWallet = (parsed: Wallet | WalletTrouble): parsed is Wallet => 'lock' in parsed

/** Address text → the wallet it means in a venue of this group. `X` and `X:g` are one groupless wallet. */
export function parseWallet(text: string, venueGroup: number): Wallet | WalletTrouble {
  const bare = addressWithoutExplicitGroupIndex(text)
  const suffix = hasExplicitGroupIndex(text) ? Number(text.slice(bare.length + 1)) : null
  const lock = decodeLock(bare, venueGroup)
  if (lock === null) return { reason: 'undecodable' }
  if (!['00', '02', '04'].includes(lock.slice(0, 2))) return { reason: 'not_a_wallet' }
  if (lock.startsWith('04')) {
    if (suffix !== null && suffix !== venueGroup) return { reason: 'other_group', group: suffix }
    return { address: `${bare}:${venueGroup}`, lock, isGroupless: true, isScript: false }
  }
  const group = groupOfAddress(bare)
  if (suffix !== null && suffix !== group) return { reason: 'wrong_suffix', group }
  if (group !== venueGroup) return { reason: 'other_group', group }
  return { address: bare, lock, isGroupless: false, isScript: lock.startsWith('02') }
}

const keyTypesByBytes: Readonly<Record<number, readonly KeyType[]>> = {
  32: ['bip340-schnorr', 'gl-ed25519'],
  33: ['default', 'gl-secp256k1', 'gl-secp256r1', 'gl-webauthn'],
}

/**
 * The type under which a public key yields an address, or null when it is not that address's key. With `claimed` only
 * that type counts. The suffix plays no part: a key owns its wallet in every group.
 */
export function keyTypeOf(publicKey: string, address: string, claimed?: KeyType): KeyType | null {
  const bare = addressWithoutExplicitGroupIndex(address)
  const candidates = keyTypesByBytes[publicKey.length / 2] ?? []
  const type = candidates.find(
    (candidate) => (claimed === undefined || claimed === candidate) && yields(publicKey, candidate, bare),
  )
  return type ?? null
}

function yields(publicKey: string, type: KeyType, address: string): boolean {
  try {
    return addressFromPublicKey(publicKey, type) === address
  } catch {
    return false
  }
}

function decodeLock(address: string, group: number): string | null {
  try {
    const bytes = addressToBytes(isGrouplessAddress(address) ? `${address}:${group}` : address)
    return bytesToHex(bytes)
  } catch {
    return null
  }
}
