import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { hashMessage, verifySignature } from '../alephium/index.ts'
import type { KeyType } from '../domain/index.ts'
import { hexToBytes } from '../kit/index.ts'

/** The key types whose signatures we can check; webauthn signs client data, not a message. */
export type SigningKeyType = Exclude<KeyType, 'gl-webauthn'>

export interface SignatureCheck {
  readonly keyType: SigningKeyType
  /** Hex without 0x. */
  readonly publicKey: string
  readonly signature: string
  readonly message: string
}

type Verify = (hash: string, publicKey: string, signature: string) => boolean

const throughSdk =
  (keyType: 'default' | 'bip340-schnorr' | 'gl-secp256k1'): Verify =>
  (hash, publicKey, signature) =>
    verifySignature(hash, publicKey, signature, keyType)

/** The SDK signs and checks three types; the other two it only knows the addresses of. */
const verifiers: Readonly<Record<SigningKeyType, Verify>> = {
  default: throughSdk('default'),
  'bip340-schnorr': throughSdk('bip340-schnorr'),
  'gl-secp256k1': throughSdk('gl-secp256k1'),
  // The hash is signed as it is, and of the two valid s only the low one counts: a signature has one spelling.
  'gl-secp256r1': (hash, publicKey, signature) =>
    p256.verify(hexToBytes(signature), hexToBytes(hash), hexToBytes(publicKey), {
      prehash: false,
      lowS: true,
    }),
  'gl-ed25519': (hash, publicKey, signature) =>
    ed25519.verify(hexToBytes(signature), hexToBytes(hash), hexToBytes(publicKey), { zip215: false }),
}

/** r and s, or R and s: every type's signature has 64 bytes. */
const signatureHexLength = 128

/** Whether `signature` is the key's over the chain's own hash of the message. Never throws: garbage is no signature. */
export function isSignatureValid({ keyType, publicKey, signature, message }: SignatureCheck): boolean {
  if (signature.length !== signatureHexLength) return false
  try {
    return verifiers[keyType](hashMessage(message, 'alephium'), publicKey, signature)
  } catch {
    return false
  }
}
