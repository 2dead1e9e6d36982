import { createHash } from 'node:crypto'
import type { Random } from '../kit/index.ts'
import { base58Alphabet, randomBase58 } from './base58.ts'

/**
 * The text of an API key: `sibyl_live_`, 34 random base58 characters (199 bits) and 6 of checksum. The prefix lets
 * scanners find a leaked key, the checksum lets us refuse junk without asking the database.
 */
const prefix = 'sibyl_live_'
const randomLength = 34
const checksumLength = 6
/** What a key list shows of a key: prefix and four characters, of which nothing can be guessed. */
const shownLength = prefix.length + 4

const form = new RegExp(`^${prefix}[${base58Alphabet}]{${randomLength + checksumLength}}$`)

export function createKeyText(random: Random): string {
  const body = prefix + randomBase58(random, randomLength)
  return body + checksumOf(body)
}

export function isKeyText(text: string): boolean {
  if (!form.test(text)) return false
  return checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
}

export const shownPartOf = (text: string): string => text.slice(0, shownLength)

/** What the database knows of a key. SHA-256 suffices: there are 2^199 texts to guess from, a slow hash adds nothing. */
export const hashKeyText = (text: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(text).digest())

function checksumOf(body: string): string {
  let rest = createHash('sha256').update(body).digest().readBigUInt64BE()
  let text = ''
  for (let i = 0; i < checksumLength; i++) {
    text += base58Alphabet[Number(rest % 58n)]
    rest /= 58n
  }
  return text
}
