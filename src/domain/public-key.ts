import type { KeyType } from './wallet.ts'

/** Bytes of a public key. Compressed points have 33; BIP-340 and ed25519 leave the sign byte out. */
export const publicKeyLengths: Readonly<Record<KeyType, number>> = {
  default: 33,
  'bip340-schnorr': 32,
  'gl-secp256k1': 33,
  'gl-secp256r1': 33,
  'gl-ed25519': 32,
  'gl-webauthn': 33,
}
