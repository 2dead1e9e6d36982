import { createHash, pbkdf2Sync } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { addressFromPublicKey, addressToBytes } from '../alephium/index.ts'
import { bytesToHex } from '../kit/index.ts'
import { groupOfLock } from '../transaction/index.ts'

/** One key of a wallet, and where it came from. */
export interface WalletKey {
  readonly privateKey: string
  readonly publicKey: string
  readonly address: string
  readonly group: number
  readonly path: string
}

export const mnemonicSizes = [12, 15, 18, 21, 24] as const

const ACCOUNT_PATH = "m/44'/1234'/0'/0"
const SEED_ROUNDS = 2_048
const SEED_BYTES = 64
const known = new Set(wordlist)

/** Four bytes of chance for every three words. */
export const newMnemonic = (words: number, randomBytes: (length: number) => Uint8Array): string =>
  entropyToMnemonic(randomBytes((words / 3) * 4), wordlist)

/** A known number of known words; like the node, without a look at the checksum. */
export function isMnemonic(text: string): boolean {
  const words = text.split(' ')
  return mnemonicSizes.some((size) => size === words.length) && words.every((word) => known.has(word))
}

/** What all keys of a mnemonic are derived from. The passphrase is taken as it is written, as the node does. */
export function openAccount(mnemonic: string, passphrase: string | undefined): HDKey {
  const seed = pbkdf2Sync(mnemonic, `mnemonic${passphrase ?? ''}`, SEED_ROUNDS, SEED_BYTES, 'sha512')
  return HDKey.fromMasterSeed(seed).derive(ACCOUNT_PATH)
}

export function keyAt(account: HDKey, index: number): WalletKey {
  const { privateKey, publicKey } = account.deriveChild(index)
  const hex = bytesToHex(publicKey!) // derived from a private key, so both are there
  const address = addressFromPublicKey(hex)
  return {
    privateKey: bytesToHex(privateKey!),
    publicKey: hex,
    address,
    group: groupOfLock(bytesToHex(addressToBytes(address))),
    path: `${ACCOUNT_PATH}/${index}`,
  }
}

export const passphraseHashOf = (passphrase: string | undefined): string | null =>
  passphrase === undefined ? null : sha256(sha256(Buffer.from(passphrase))).toString('hex')

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
