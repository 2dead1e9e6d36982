import { addressFromPublicKey, hashMessage, type MessageHasher } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { bytesToHex, createSeededRandom, hexToBytes, type Random } from '../../src/kit/index.ts'

export type SignerKeyType = 'default' | 'bip340-schnorr' | 'gl-secp256k1' | 'gl-secp256r1' | 'gl-ed25519'

export const signerKeyTypes: readonly SignerKeyType[] = [
  'default',
  'bip340-schnorr',
  'gl-secp256k1',
  'gl-secp256r1',
  'gl-ed25519',
]

/** A wallet that signs messages: the stock one of the SDK where it can, our own for the curves it only has addresses of. */
export interface TestSigner {
  readonly keyType: SignerKeyType
  readonly address: string
  readonly publicKey: string
  sign(message: string, hasher?: MessageHasher): Promise<string>
}

/** The same seed gives the same wallet. */
export function createSigner(keyType: SignerKeyType, seed: string | Random): TestSigner {
  const random = typeof seed === 'string' ? createSeededRandom(seed) : seed
  const secret = random.bytes(32)
  // Below the order of every curve.
  secret[0] = 1
  if (keyType === 'gl-secp256r1') {
    const publicKey = bytesToHex(p256.getPublicKey(secret, true))
    return {
      keyType,
      publicKey,
      address: addressFromPublicKey(publicKey, keyType),
      sign: async (message, hasher = 'alephium') =>
        bytesToHex(
          p256.sign(hexToBytes(hashMessage(message, hasher)), secret, { prehash: false, lowS: true }),
        ),
    }
  }
  if (keyType === 'gl-ed25519') {
    const publicKey = bytesToHex(ed25519.getPublicKey(secret))
    return {
      keyType,
      publicKey,
      address: addressFromPublicKey(publicKey, keyType),
      sign: async (message, hasher = 'alephium') =>
        bytesToHex(ed25519.sign(hexToBytes(hashMessage(message, hasher)), secret)),
    }
  }
  const wallet = new PrivateKeyWallet({ privateKey: bytesToHex(secret), keyType })
  return {
    keyType,
    publicKey: wallet.publicKey,
    address: wallet.address,
    sign: async (message, hasher = 'alephium') => {
      const signed = await wallet.signMessage({
        signerAddress: wallet.address,
        message,
        messageHasher: hasher,
      })
      return signed.signature
    },
  }
}
