import {
  keyTypeOf,
  keyTypes,
  parseWalletAddress,
  publicKeyLengths,
  refuse,
  type WalletAddress,
} from '../domain/index.ts'
import { isHex, type Refusal } from '../kit/index.ts'
import { invalidRequest } from './invalid-request.ts'
import type { SigningKeyType } from './verify-signature.ts'

/** The wallet a challenge is for: one that a key type we can check may sign for. */
export function parseOwner(address: string): WalletAddress & { readonly keyType: SigningKeyType } {
  const parsed = parseWalletAddress(address)
  if ('problem' in parsed) throw invalidRequest('address', address, parsed.problem)
  const { keyType } = parsed.wallet
  if (keyType === 'gl-webauthn') {
    throw invalidRequest('address', address, 'a webauthn wallet, whose signatures are not supported')
  }
  return { ...parsed.wallet, keyType }
}

/** Lower-case hex without 0x. */
export function parseHex(field: string, text: string): string {
  const hex = text.startsWith('0x') ? text.slice(2) : text
  if (hex === '' || !isHex(hex)) throw invalidRequest(field, text, 'not a hex string')
  return hex.toLowerCase()
}

/** The key type to check by. The address allows one; a caller who names another is wrong about one of the two. */
export function parseKeyType(keyType: string | undefined): void {
  if (keyType === undefined) return
  if (!(keyTypes as readonly string[]).includes(keyType)) {
    throw invalidRequest('keyType', keyType, `not one of ${keyTypes.join(', ')}`)
  }
  if (keyType === 'gl-webauthn')
    throw invalidRequest('keyType', keyType, 'webauthn signatures are not supported')
}

export function parsePublicKey(text: string, keyType: SigningKeyType): string {
  const publicKey = parseHex('publicKey', text)
  const bytes = publicKeyLengths[keyType]
  if (publicKey.length !== 2 * bytes) {
    throw invalidRequest(
      'publicKey',
      text,
      `a ${keyType} key has ${bytes} bytes, this one ${publicKey.length / 2}`,
    )
  }
  return publicKey
}

/** Whether the key is the wallet's, under the type the caller named where one was named. */
export function isKeyOfWallet(
  publicKey: string,
  wallet: WalletAddress,
  claimed: string | undefined,
): boolean {
  if (claimed !== undefined && claimed !== wallet.keyType) return false
  return keyTypeOf(publicKey, wallet.base, wallet.keyType) !== null
}

export const foreignKey = (): Refusal =>
  refuse('INVALID_SIGNATURE', { reason: 'public_key' }, 'the public key does not belong to the address')
