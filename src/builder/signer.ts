import { type KeyType, keyTypeOf, type NativeSource, unlockOf, type Wallet } from '../domain/index.ts'
import type { JsonObject } from '../kit/index.ts'
import type { Payer } from '../transaction/index.ts'
import { invalid } from './invalid.ts'
import { readWallet } from './wallet-field.ts'

/** The fields every build body has. */
export interface SignerFields {
  readonly signerAddress: string
  readonly signerPublicKey: string
  readonly signerKeyType?: KeyType
  /** Enters the identity of the request and nothing else. */
  readonly clientRef?: string
  /** Where the native coin comes from: the wallet when it has enough, else collateral, unless said otherwise. */
  readonly nativeFrom?: NativeSource
  /** Collateral that a swap may cost at most; three percent above the price now unless said otherwise. */
  readonly maxSwap?: string
}

/** Who will sign, proven to own the address by the key that yields it. */
export interface Signer {
  readonly wallet: Wallet
  readonly payer: Payer
  /** What opening a script lock costs; other locks are known to the transaction room. */
  readonly scriptUnlockGas: number
}

export function readSigner(fields: SignerFields, venueGroup: number): Signer {
  const publicKey = plainHex(fields.signerPublicKey)
  const wallet = readWallet('signerAddress', fields.signerAddress, venueGroup)
  const keyType = keyTypeOf(publicKey, fields.signerAddress, fields.signerKeyType)
  if (keyType === null) {
    const under = fields.signerKeyType === undefined ? '' : ` under the key type ${fields.signerKeyType}`
    const message = `signerPublicKey does not belong to signerAddress${under}`
    throw invalid('signerPublicKey', fields.signerPublicKey, message)
  }
  return {
    wallet,
    payer: { lock: wallet.lock, unlock: unlockOf(wallet, publicKey, keyType) },
    scriptUnlockGas: SCHNORR_UNLOCK_GAS,
  }
}

/** The signer's part of a canonical body: the key type is spelled out by the address and adds nothing. */
export function canonicalSigner(fields: SignerFields, signer: Signer): JsonObject {
  return {
    signerAddress: signer.wallet.address,
    signerPublicKey: plainHex(fields.signerPublicKey),
    clientRef: fields.clientRef,
    nativeFrom: fields.nativeFrom === 'auto' ? undefined : fields.nativeFrom,
    maxSwap: fields.maxSwap,
  }
}

export const plainHex = (text: string): string => text.replace(/^0x/, '').toLowerCase()

/**
 * Measured cost of opening a Schnorr wallet's script lock is 45 bytes + 200 + 66 for their hash + 2,008 to run; a little
 * more is charged so that a change of the schedule by a few units does no harm.
 */
const SCHNORR_UNLOCK_GAS = 2_400
