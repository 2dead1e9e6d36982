import { addressFromPublicKey, groupOfAddress, publicKeyFromPrivateKey, sign } from '@alephium/web3'
import { bytesToHex, type Random } from '../../../src/kit/index.ts'

/** A key and the address the venue knows it by. */
export interface Wallet {
  readonly address: string
  readonly publicKey: string
  readonly keyType: 'default' | 'gl-secp256k1'
  readonly sign: (txId: string) => string
}

export function walletOf(privateKey: string, keyType: Wallet['keyType'] = 'default'): Wallet {
  const publicKey = publicKeyFromPrivateKey(privateKey, keyType)
  const address = addressFromPublicKey(publicKey, keyType)
  return {
    address: keyType === 'default' ? address : `${address}:0`,
    publicKey,
    keyType,
    sign: (txId) => sign(txId, privateKey, keyType),
  }
}

/** A wallet of group 0: keys are drawn until the address falls there; a groupless one is there when it says so. */
export function newWallet(random: Random, keyType: Wallet['keyType'] = 'default'): Wallet {
  for (;;) {
    const wallet = walletOf(bytesToHex(random.bytes(32)), keyType)
    if (keyType !== 'default' || groupOfAddress(wallet.address) === 0) return wallet
  }
}
