import { addressFromPublicKey, addressToBytes, codec, publicKeyFromPrivateKey, sign } from '@alephium/web3'
import { addressText } from '../../../src/bytecode/index.ts'
import { bytesToHex, hexToBytes, type Random } from '../../../src/kit/index.ts'
import { groupOfLock, type Payer } from '../../../src/transaction/index.ts'

/** A wallet of many keys, of which the first two sign: the longest address that can hold coins has sixteen. */
export interface MultisigWallet {
  readonly address: string
  readonly payer: Payer
  readonly signatures: (txId: string) => string[]
}

const required = 2

/** In group 0: keys are drawn until the lock falls there. */
export function newMultisigWallet(random: Random, keyCount: number): MultisigWallet {
  const compact = (value: number) => bytesToHex(codec.i32Codec.encode(value))
  for (;;) {
    const keys = Array.from({ length: keyCount }, () => bytesToHex(random.bytes(32)))
    const publicKeys = keys.map((key) => publicKeyFromPrivateKey(key))
    const hashes = publicKeys.map((key) => bytesToHex(addressToBytes(addressFromPublicKey(key))).slice(2))
    const lock = `01${compact(keyCount)}${hashes.join('')}${compact(required)}`
    if (groupOfLock(lock) !== 0) continue
    const signers = publicKeys.slice(0, required)
    const unlock = codec.unlockScript.unlockScriptCodec.encode({
      kind: 'P2MPKH',
      value: signers.map((publicKey, index) => ({ publicKey: hexToBytes(publicKey), index })),
    })
    return {
      address: addressText(lock),
      payer: { lock, unlock: bytesToHex(unlock) },
      signatures: (txId) => keys.slice(0, required).map((key) => sign(txId, key)),
    }
  }
}
