import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { assert, Bug, bytesToHex, concatBytes, hexToBytes, type Random } from '../kit/index.ts'

/** Keeps salts unreadable at rest: a copy of the database alone reveals nobody's vote. */
export interface SaltBox {
  /** `salt` is hex; `label` says what it belongs to and must be the same when it is opened. */
  seal(salt: string, label: string): Uint8Array
  open(sealed: Uint8Array, label: string): string
}

const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM under SECRET_KEYS: the first seals, all open, so that a key can be changed while votes wait. */
export function createSaltBox(secrets: readonly string[], random: Random): SaltBox {
  assert(secrets.length > 0, 'salts need a secret')
  const keys = secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'sibyl salt 1', 32)))
  return {
    seal(salt, label) {
      const nonce = random.bytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce).setAAD(Buffer.from(label))
      const text = Buffer.concat([cipher.update(hexToBytes(salt)), cipher.final()])
      return concatBytes(nonce, cipher.getAuthTag(), text)
    },
    open(sealed, label) {
      const nonce = sealed.subarray(0, nonceBytes)
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
      for (const key of keys) {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce)
          .setAAD(Buffer.from(label))
          .setAuthTag(tag)
        try {
          return bytesToHex(
            Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]),
          )
        } catch {
          // Sealed under another of the keys.
        }
      }
      throw new Bug('a stored salt opens under none of SECRET_KEYS; was the key it was sealed with removed?')
    },
  }
}
