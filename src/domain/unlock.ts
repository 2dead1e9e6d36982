import { assert, blake2b256, bytesToHex, hexToBytes } from '../kit/index.ts'
import type { KeyType, Wallet } from './wallet.ts'

/** What opens a wallet's coins: lower-case hex of the serialised unlock script. */
export function unlockOf(wallet: Wallet, publicKey: string, keyType: KeyType): string {
  if (wallet.isGroupless) return '05'
  if (keyType === 'default') return `00${publicKey}`
  const script = schnorrScript(publicKey)
  assert(
    bytesToHex(blake2b256(hexToBytes(script))) === wallet.lock.slice(2),
    'a Schnorr wallet locks by the hash of its script',
  )
  return `02${script}00`
}

/** The script of Schnorr wallets: checks the transaction id against a BIP-340 signature of the key inside. */
const schnorrScript = (publicKey: string): string => `0101000000000458144020${publicKey}8685`
