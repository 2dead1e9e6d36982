import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto'

/** What a wallet keeps on disk, under its password. */
export interface WalletSecret {
  readonly mnemonic: string
  readonly isMiner: boolean
  readonly addressCount: number
  readonly activeIndex: number
  /** Double SHA-256 of the mnemonic's passphrase; null without one. */
  readonly passphraseHash: string | null
}

const FILE_VERSION = 1
const CIPHER = 'aes-256-gcm'
const ROUNDS = 10_000
const KEY_BYTES = 32
const RANDOM_BYTES = 64
const TAG_BYTES = 16

interface EncryptedFile {
  readonly encrypted: string
  readonly salt: string
  readonly iv: string
  readonly version: number
}

/** A wallet's file: AES-256-GCM under a key that PBKDF2 makes of the password. */
export function encryptSecret(
  secret: WalletSecret,
  password: string,
  randomBytes: (length: number) => Uint8Array,
): string {
  const salt = randomBytes(RANDOM_BYTES)
  const iv = randomBytes(RANDOM_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(password, salt), iv)
  const encrypted = Buffer.concat([
    cipher.update(JSON.stringify(secret), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const file: EncryptedFile = {
    encrypted: encrypted.toString('hex'),
    salt: Buffer.from(salt).toString('hex'),
    iv: Buffer.from(iv).toString('hex'),
    version: FILE_VERSION,
  }
  return JSON.stringify(file)
}

/** The secret, or undefined when the password is another or the file was changed. */
export function decryptSecret(text: string, password: string): WalletSecret | undefined {
  try {
    const file: EncryptedFile = JSON.parse(text)
    const bytes = Buffer.from(file.encrypted, 'hex')
    const key = keyOf(password, Buffer.from(file.salt, 'hex'))
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(file.iv, 'hex'), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return JSON.parse(
      `${decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8')}${decipher.final('utf8')}`,
    )
  } catch {
    return undefined
  }
}

const keyOf = (password: string, salt: Uint8Array): Buffer =>
  pbkdf2Sync(password, salt, ROUNDS, KEY_BYTES, 'sha256')
