import { bytesToHex } from '../../kit/index.ts'
import { byteStringText } from '../text.ts'
import { invalid, SerdeError, tooFewBytes, wrongFormat } from './serde-error.ts'

/**
 * Reads Alephium's wire format from the front of a byte string. The SDK's codecs read the same format, but neither say
 * what the node says about bad bytes nor refuse all that it refuses, and both are visible to contracts.
 */
export class ByteReader {
  readonly #bytes: Uint8Array
  #position: number

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#position = 0
  }

  get position(): number {
    return this.#position
  }

  get remaining(): number {
    return this.#bytes.length - this.#position
  }

  /** Everything not yet read, without reading it. */
  rest(): Uint8Array {
    return this.#bytes.subarray(this.#position)
  }

  /** The bytes between an earlier position and this one. */
  since(position: number): Uint8Array {
    return this.#bytes.subarray(position, this.#position)
  }

  byte(): number {
    if (this.#position >= this.#bytes.length) throw tooFewBytes(1, 0)
    return this.#bytes[this.#position++]!
  }

  signedByte(): number {
    return (this.byte() << 24) >> 24
  }

  take(length: number): Uint8Array {
    if (this.remaining < length) throw tooFewBytes(length, this.remaining)
    const taken = this.#bytes.subarray(this.#position, this.#position + length)
    this.#position += length
    return taken
  }

  /** Like take, but with the other kind of complaint the node has for checksums. */
  extract(length: number): Uint8Array {
    if (this.remaining < length) {
      throw new SerdeError('NotEnoughBytes', `Too few bytes: expected ${length}, got ${this.remaining}`)
    }
    return this.take(length)
  }

  /** Takes up to so many bytes and never complains. */
  takeAtMost(length: number): Uint8Array {
    return this.take(Math.max(0, Math.min(length, this.remaining)))
  }

  hash(): string {
    return bytesToHex(this.take(32))
  }

  bool(): boolean {
    const byte = this.signedByte()
    if (byte !== 0 && byte !== 1) throw invalid(`Invalid bool from byte ${byte}`)
    return byte === 1
  }

  /** A signed compact integer of 32 bits: lengths, counts, jump offsets. */
  int(): number {
    const body = this.#compact()
    const first = body[0]!
    if (first >= 0xc0) {
      if (body.length !== 5) throw wrongFormat(`Expect 4 bytes int, but get ${body.length - 1} bytes int`)
      return (body[1]! << 24) | (body[2]! << 16) | (body[3]! << 8) | body[4]!
    }
    return fixedWidth(body, (first & 0x20) !== 0)
  }

  u256(): bigint {
    const body = this.#compact()
    if (body[0]! < 0xc0) return BigInt(fixedWidth(body, false))
    const value = unsignedFromBytes(body.subarray(1))
    if (value >> 256n !== 0n) throw invalid(`Expect U256, but get ${byteStringText(body)}`)
    return value
  }

  i256(): bigint {
    const body = this.#compact()
    if (body[0]! < 0xc0) return BigInt(fixedWidth(body, (body[0]! & 0x20) !== 0))
    const digits = body.subarray(1)
    if (digits.length > 32) throw invalid(`Expect I256, but get ${byteStringText(body)}`)
    return BigInt.asIntN(digits.length * 8, unsignedFromBytes(digits))
  }

  byteString(): Uint8Array {
    const length = this.int()
    if (length < 0) throw invalid(`Negative byte string length: ${length}`)
    return this.take(length)
  }

  array<T>(element: () => T): T[] {
    const length = this.int()
    if (length < 0) throw invalid(`Negative array size: ${length}`)
    if (length > this.remaining) throw invalid(`Malicious array size: ${length}`)
    const out: T[] = []
    for (let i = 0; i < length; i++) out.push(element())
    return out
  }

  /** Ends a decoding that must consume everything. */
  end(): void {
    if (this.remaining === 0) return
    throw wrongFormat(`Too many bytes: expected ${this.#position}, got ${this.#bytes.length}`)
  }

  /** The whole of one compact integer, its mode bits included. */
  #compact(): Uint8Array {
    if (this.remaining === 0) throw tooFewBytes(1, 0)
    const first = this.#bytes[this.#position]!
    return this.take(first < 0x40 ? 1 : first < 0x80 ? 2 : first < 0xc0 ? 4 : (first & 0x3f) + 5)
  }
}

/** One, two or four bytes whose top two bits say how many. */
function fixedWidth(body: Uint8Array, negative: boolean): number {
  let value = negative ? body[0]! | 0xffffffc0 : body[0]! & 0x3f
  for (let i = 1; i < body.length; i++) value = (value << 8) | body[i]!
  return value
}

export function unsignedFromBytes(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`)
}

/** Decodes all of the bytes or throws a SerdeError. */
export function decodeAll<T>(bytes: Uint8Array, decode: (reader: ByteReader) => T): T {
  const reader = new ByteReader(bytes)
  const value = decode(reader)
  reader.end()
  return value
}
