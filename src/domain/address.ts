import { addressToBytes, groupOfAddress, isValidAddress } from '../alephium/index.ts'
import type { KeyType } from './wallet.ts'

const form = /^[1-9A-HJ-NP-Za-km-z]+(?::[0-3])?$/
const lengthMin = 30
const lengthMax = 80

/** What every address in a request must look like, before anybody asks what it means. Linear in its length. */
export const hasAddressForm = (text: string): boolean =>
  text.length >= lengthMin && text.length <= lengthMax && form.test(text)

/** Address types by their first byte; P2HMPK is a groupless multisig. */
const kinds = ['p2pkh', 'p2mpkh', 'p2sh', 'p2c', 'p2pk', 'p2hmpk'] as const

/** The second byte of a groupless address says the curve. */
const grouplessKeyTypes: readonly KeyType[] = ['gl-secp256k1', 'gl-secp256r1', 'gl-ed25519', 'gl-webauthn']

interface Decoded {
  readonly kind: (typeof kinds)[number]
  readonly base: string
  /** The group written after the colon, or null. */
  readonly suffix: number | null
  readonly bytes: Uint8Array
}

/** A wallet that one key can sign for, in whatever group. (What it means to a venue's build is in wallet.ts.) */
export interface WalletAddress {
  /** The address without a group suffix. Two addresses with the same base are the same wallet. */
  readonly base: string
  readonly isGroupless: boolean
  /** A grouped wallet's own group, or the one written after a groupless address; null where none is written. */
  readonly group: number | null
  /** The one type its key can have. A script address may be a BIP-340 wallet; only its key can prove that. */
  readonly keyType: KeyType
}

export type ParsedWalletAddress = { readonly wallet: WalletAddress } | { readonly problem: string }

/** An address in a write: it must decode to a wallet, and say what is wrong otherwise. */
export function parseWalletAddress(text: string): ParsedWalletAddress {
  if (!hasAddressForm(text))
    return { problem: 'not an address: base58, 30 to 80 characters, optional :0 to :3' }
  const decoded = decode(text)
  if (!decoded) return { problem: 'not an address of this chain' }
  const { kind, base, suffix, bytes } = decoded
  if (kind === 'p2c') return { problem: 'a contract address, where a wallet is needed' }
  if (kind === 'p2mpkh' || kind === 'p2hmpk')
    return { problem: 'a multisig address, which one key cannot sign for' }
  if (kind === 'p2pk') {
    const keyType = grouplessKeyTypes[bytes[1] ?? -1]
    if (!keyType) return { problem: 'not an address of this chain' }
    return { wallet: { base, isGroupless: true, group: suffix, keyType } }
  }
  const group = groupOfAddress(base)
  if (suffix !== null && suffix !== group)
    return { problem: `the address is in group ${group}, not ${suffix}` }
  return {
    wallet: { base, isGroupless: false, group, keyType: kind === 'p2pkh' ? 'default' : 'bip340-schnorr' },
  }
}

/** The wallet's address as the venue shows it: groupless ones in the venue's group. */
export const venueAddress = (wallet: WalletAddress, venueGroup: number): string =>
  wallet.isGroupless ? `${wallet.base}:${venueGroup}` : wallet.base

/**
 * An address in a read, as rows have it; null when no row can match: it decodes to nothing, or its suffix names a group
 * it is not in. The form was checked before.
 */
export function toRowAddress(text: string, venueGroup: number): string | null {
  const decoded = decode(text)
  if (!decoded) return null
  const { kind, base, suffix } = decoded
  if (kind === 'p2pk' || kind === 'p2hmpk') {
    return suffix === null || suffix === venueGroup ? `${base}:${venueGroup}` : null
  }
  return suffix === null || suffix === groupOfAddress(base) ? base : null
}

/** Lengths in bytes of addresses that have one: prefix and hash; for P2PK prefix, key type, key, checksum, group. */
function hasOwnLength(kind: Decoded['kind'], bytes: Uint8Array): boolean {
  if (kind === 'p2pk') return bytes.length === (bytes[1] === 2 ? 39 : 40)
  if (kind === 'p2hmpk') return bytes.length === 38
  return kind === 'p2mpkh' || bytes.length === 33
}

function decode(text: string): Decoded | null {
  const colon = text.indexOf(':')
  const base = colon === -1 ? text : text.slice(0, colon)
  if (!isValidAddress(base)) return null
  const bytes = addressToBytes(base)
  const kind = kinds[bytes[0] ?? -1]
  if (!kind || !hasOwnLength(kind, bytes)) return null
  return { kind, base, suffix: colon === -1 ? null : Number(text.slice(colon + 1)), bytes }
}
