import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '../kit/index.ts'

/**
 * Signature checks over 32-byte messages. Each says yes or no and never throws: a key that is no point, an s in the upper
 * half and a wrong signature are all simply not valid.
 */
export type SignatureCheck = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean

const answering =
  (check: SignatureCheck): SignatureCheck =>
  (message, signature, publicKey) => {
    try {
      return check(message, signature, publicKey)
    } catch {
      return false // the curve library throws for keys and signatures that are none
    }
  }

const ecdsaOptions = { prehash: false, lowS: true, format: 'compact' } as const

export const verifySecp256k1 = answering((message, signature, publicKey) =>
  secp256k1.verify(signature, message, publicKey, ecdsaOptions),
)

export const verifySecp256r1 = answering((message, signature, publicKey) =>
  p256.verify(signature, message, publicKey, ecdsaOptions),
)

export const verifySchnorr = answering((message, signature, publicKey) =>
  schnorr.verify(signature, message, publicKey),
)

/** RFC 8032, strictly: non-canonical points and keys of small order are refused. */
export const verifyEd25519 = answering((message, signature, publicKey) =>
  ed25519.verify(signature, message, publicKey, { zip215: false }),
)

const ethereumSignatureLength = 65

/** The Ethereum address that signed, from r, s and v (27 or 28); undefined when nothing can be recovered. */
export function recoverEthereumAddress(message: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
  if (message.length !== 32 || signature.length !== ethereumSignatureLength) return undefined
  const recovery = signature[64]! - 27
  if (recovery !== 0 && recovery !== 1) return undefined
  try {
    const key = secp256k1.recoverPublicKey(
      concatBytes(Uint8Array.of(recovery), signature.subarray(0, 64)),
      message,
      { prehash: false },
    )
    return keccak_256(secp256k1.Point.fromBytes(key).toBytes(false).subarray(1)).subarray(12)
  } catch {
    return undefined
  }
}
