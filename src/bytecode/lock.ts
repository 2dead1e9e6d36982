import { base58 as base58Codec } from '@scure/base'
import { bytesToHex, concatBytes, equalBytes, hexToBytes } from '../kit/index.ts'
import { ByteReader, decodeAll } from './codec/byte-reader.ts'
import { ByteWriter } from './codec/byte-writer.ts'
import { attempt, invalid, wrongFormat } from './codec/serde-error.ts'
import { hexText } from './text.ts'
import type { Hash, Lock } from './value.ts'

/** Lock scripts: reading and writing them, their group and hint, and their text forms. */

const prefix = { p2pkh: '00', p2mpkh: '01', p2sh: '02', p2c: '03', p2pk: '04', p2hmpk: '05' } as const

export const groups = 4

/** A bound of ours, in hex letters: an address of two thousand keys. Outputs have sixteen at most. */
export const lockLettersMax = 131_072
/** Of an address to be read, where base58 takes the square of the length; one of 16 keys has 703 letters. */
const addressLettersMax = 5_000

export const isContractLock = (lock: Lock): boolean => lock.startsWith(prefix.p2c)

export const contractLock = (id: Hash): Lock => prefix.p2c + id

/** Of a contract lock. */
export const contractIdOfLock = (lock: Lock): Hash => lock.slice(2)

/** What the VM takes for "nobody": the address of the zero contract id. */
export const nullContractLock: Lock = contractLock('00'.repeat(32))

const publicKeyKinds = [
  { name: 'SecP256K1', keyName: 'SecP256K1PublicKey', length: 33 },
  { name: 'SecP256R1', keyName: 'SecP256R1PublicKey', length: 33 },
  { name: 'ED25519', keyName: 'ED25519PublicKey', length: 32 },
  { name: 'WebAuthn', keyName: 'SecP256R1PublicKey', length: 33 },
] as const

export type PublicKeyKind = (typeof publicKeyKinds)[number]['name']

export interface TypedPublicKey {
  readonly kind: PublicKeyKind
  readonly key: Uint8Array
}

/** A public key after its type byte. */
export function readPublicKey(reader: ByteReader): TypedPublicKey {
  const type = reader.signedByte()
  const kind = publicKeyKinds[type]
  if (kind === undefined) throw wrongFormat(`Invalid public key type ${type}`)
  return { kind: kind.name, key: reader.take(kind.length) }
}

/** Reads a lock script and returns its shortest form. */
export function readLock(reader: ByteReader): Lock {
  const start = reader.position
  const kind = reader.signedByte()
  switch (kind) {
    case 0:
    case 2:
    case 3:
      reader.take(32)
      break
    case 1:
      return readMultisig(reader)
    case 4:
      readChecked(reader, () => readPublicKey(reader))
      reader.byte()
      break
    case 5:
      readChecked(reader, () => reader.take(32))
      reader.byte()
      break
    default:
      throw wrongFormat(`Invalid lockupScript prefix ${kind}`)
  }
  return bytesToHex(reader.since(start))
}

function readMultisig(reader: ByteReader): Lock {
  const hashes = reader.array(() => reader.take(32))
  const required = reader.int()
  if (required <= 0 || required > hashes.length) {
    throw invalid(`Invalid m in m-of-n multisig: m=${required}, n=${hashes.length}`)
  }
  const writer = new ByteWriter().byte(1)
  writer.array(hashes, (hash) => writer.raw(hash)).int(required)
  return bytesToHex(writer.bytes())
}

/** What a groupless lock protects by a checksum behind it. */
function readChecked(reader: ByteReader, read: () => unknown): void {
  const start = reader.position
  read()
  const expected = checksum(reader.since(start))
  const got = reader.extract(4)
  if (!equalBytes(expected, got)) {
    throw wrongFormat(`Wrong checksum: expected ${bytesToHex(expected)}, got ${bytesToHex(got)}`)
  }
}

function checksum(bytes: Uint8Array): Uint8Array {
  const hash = djb2(bytes)
  return Uint8Array.of(hash >>> 24, (hash >>> 16) & 0xff, (hash >>> 8) & 0xff, hash & 0xff)
}

export const decodeLock = (bytes: Uint8Array): Lock => decodeAll(bytes, readLock)

/** djb2 in 32 bits, signed. */
export function djb2(bytes: Uint8Array): number {
  let hash = 5381
  for (const byte of bytes) hash = (Math.imul(hash, 33) + byte) | 0
  return hash
}

/** The 32-bit hint of an output with this lock, signed as the REST API prints it: odd for assets, even for contracts. */
export function hintOfLock(lock: Lock): number {
  return isContractLock(lock) ? scriptHint(lock) & ~1 : scriptHint(lock)
}

function scriptHint(lock: Lock): number {
  const bytes = hexToBytes(lock)
  switch (bytes[0]) {
    case 1:
      return djb2(firstKeyHash(bytes)) | 1
    case 4:
      return grouplessHint(bytes.subarray(2, -5), bytes[bytes.length - 1]!)
    case 5:
      return grouplessHint(bytes.subarray(1, 33), bytes[bytes.length - 1]!)
    default:
      return djb2(bytes.subarray(1)) | 1
  }
}

function firstKeyHash(multisig: Uint8Array): Uint8Array {
  const reader = new ByteReader(multisig.subarray(1))
  return reader.array(() => reader.take(32))[0] ?? new Uint8Array(32)
}

/** Bends the top byte so that the usual rule of hints gives the chosen group. */
function grouplessHint(preImage: Uint8Array, group: number): number {
  const hint = djb2(preImage) | 1
  return (hint ^ ((xorBytes(hint) ^ group) << 24)) | 1
}

const xorBytes = (value: number): number => ((value >>> 24) ^ (value >>> 16) ^ (value >>> 8) ^ value) & 0xff

export function groupOfLock(lock: Lock): number {
  const last = Number.parseInt(lock.slice(-2), 16)
  if (isContractLock(lock)) return last
  if (isGroupless(lock)) return last % groups
  return xorBytes(scriptHint(lock)) % groups
}

const isGroupless = (lock: Lock): boolean => lock.startsWith(prefix.p2pk) || lock.startsWith(prefix.p2hmpk)

const addressTexts = new Map<Lock, string>()
const addressTextsMax = 10_000

/** The address as people write it; a groupless one with its group behind a colon. Base58 is slow, so it is remembered. */
export function addressText(lock: Lock): string {
  const known = addressTexts.get(lock)
  if (known !== undefined) return known
  const text = isGroupless(lock) ? `${base58(lock.slice(0, -2))}:${groupByteText(lock)}` : base58(lock)
  if (lock.length > codecLettersMax) return text
  if (addressTexts.size >= addressTextsMax) addressTexts.clear()
  addressTexts.set(lock, text)
  return text
}

/** The codec takes the square of the length. */
const codecLettersMax = 2_000
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base58 by halves: what is above a power of 58 and what is below are spelled apart. */
export function longBase58(hex: string): string {
  const zeros = (/^(?:00)*/.exec(hex)?.[0].length ?? 0) / 2
  const value = BigInt(`0x${hex}`)
  const powers = [58n]
  for (let last = 58n; last <= value; powers.push(last)) last *= last
  const spell = (part: bigint, level: number): string => {
    const power = powers[level]
    if (power === undefined) return letters[Number(part)] ?? ''
    return spell(part / power, level - 1) + spell(part % power, level - 1)
  }
  return '1'.repeat(zeros) + spell(value, powers.length - 1).replace(/^1+/, '')
}

/** Without the colon: how the VM itself writes an address into a debug message. */
export function base58(hex: string): string {
  if (hex.length > lockLettersMax) return `<an address of ${hex.length / 2} bytes>`
  return hex.length > codecLettersMax ? longBase58(hex) : base58Codec.encode(hexToBytes(hex))
}

/** Parses an address or says, as the node does, why it is none. */
export function lockOfAddress(text: string): { readonly lock: Lock } | { readonly error: string } {
  if (text.length > 2 && text.at(-2) === ':') return lockOfGrouplessAddress(text)
  const bytes = decodeBase58(text)
  if (bytes === undefined) return { error: `Invalid base58 string ${text}` }
  const decoded = attempt(() => decodeLock(bytes))
  if (decoded.ok) return { lock: decoded.value }
  if (bytes[0] === 4 || bytes[0] === 5) {
    return { error: `Expected a grouped address, but got a groupless one: ${text}` }
  }
  return { error: `Invalid address ${text}: ${decoded.error.message}` }
}

function lockOfGrouplessAddress(text: string): { readonly lock: Lock } | { readonly error: string } {
  const group = text.at(-1) ?? ''
  const bytes = decodeBase58(text.slice(0, -2))
  if (bytes !== undefined && /^\d$/.test(group) && (bytes[0] === 4 || bytes[0] === 5)) {
    const decoded = attempt(() => decodeLock(concatBytes(bytes, Uint8Array.of(Number(group)))))
    if (decoded.ok) return { lock: decoded.value }
  }
  return { error: `Invalid grouped address ${text}` }
}

function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length > addressLettersMax) return undefined
  try {
    return base58Codec.decode(text)
  } catch {
    return undefined // a letter outside the alphabet
  }
}

/** How the JVM prints a lock script. */
export function lockText(lock: Lock): string {
  const reader = new ByteReader(hexToBytes(lock))
  switch (reader.byte()) {
    case 0:
      return `P2PKH(${hexText('Blake2b', reader.take(32))})`
    case 1: {
      const hashes = reader.array(() => hexText('Blake2b', reader.take(32)))
      return `P2MPKH(Iterable(${hashes.join(', ')}),${reader.int()})`
    }
    case 2:
      return `P2SH(${hexText('Blake2b', reader.take(32))})`
    case 3:
      return `P2C(${hexText('ContractId', reader.take(32))})`
    case 4: {
      const kind = publicKeyKinds[reader.byte()]!
      return `P2PK(${kind.name}(${hexText(kind.keyName, reader.take(kind.length))}),${groupByteText(lock)})`
    }
    default:
      return `P2HMPK(${hexText('Blake2b', reader.take(32))},${groupByteText(lock)})`
  }
}

const groupByteText = (lock: Lock): number => (Number.parseInt(lock.slice(-2), 16) << 24) >> 24
