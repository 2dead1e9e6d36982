import { hexToBytes } from '../../kit/index.ts'

/** Collects Alephium's wire format, always in its shortest form. */
export class ByteWriter {
  #bytes = new Uint8Array(64)
  #length = 0

  byte(value: number): this {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
    return this
  }

  raw(bytes: Uint8Array): this {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
    return this
  }

  hex(text: string): this {
    return this.raw(hexToBytes(text))
  }

  int32(value: number): this {
    return this.byte(value >> 24)
      .byte(value >> 16)
      .byte(value >> 8)
      .byte(value)
  }

  /** A signed compact integer. */
  int(value: number): this {
    if (value >= -0x20 && value < 0x20) return this.byte(value & 0x3f)
    if (value >= -0x2000 && value < 0x2000) return this.byte(0x40 | ((value >> 8) & 0x3f)).byte(value)
    if (value >= -0x20000000 && value < 0x20000000) {
      return this.byte(0x80 | ((value >> 24) & 0x3f))
        .byte(value >> 16)
        .byte(value >> 8)
        .byte(value)
    }
    return this.byte(0xc0).int32(value)
  }

  u256(value: bigint): this {
    if (value < 0x40n) return this.byte(Number(value))
    if (value < 0x4000n) return this.byte(0x40 | Number(value >> 8n)).byte(Number(value & 0xffn))
    if (value < 0x40000000n) return this.int32((Number(value) | 0x80000000) >> 0)
    const digits = unsignedBytes(value)
    return this.byte(0xc0 + digits.length - 4).raw(digits)
  }

  i256(value: bigint): this {
    if (value >= -0x20000000n && value < 0x20000000n) return this.int(Number(value))
    const digits = signedBytes(value)
    return this.byte(0xc0 + digits.length - 4).raw(digits)
  }

  byteString(bytes: Uint8Array): this {
    return this.int(bytes.length).raw(bytes)
  }

  array<T>(items: readonly T[], element: (item: T) => void): this {
    this.int(items.length)
    for (const item of items) element(item)
    return this
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #reserve(extra: number): void {
    if (this.#length + extra <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + extra))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}

/** Big-endian without leading zeros; zero is one zero byte. */
function unsignedBytes(value: bigint): Uint8Array {
  const hex = value.toString(16)
  return hexToBytes(hex.length % 2 === 0 ? hex : `0${hex}`)
}

/** Big-endian two's complement in as few bytes as hold the sign. */
function signedBytes(value: bigint): Uint8Array {
  let size = 1
  while (BigInt.asIntN(size * 8, value) !== value) size += 1
  return bigEndian(BigInt.asUintN(size * 8, value), size)
}

/** Big-endian, padded with zeros to exactly this size; the value must fit. */
export function bigEndian(value: bigint, size: number): Uint8Array {
  return hexToBytes(value.toString(16).padStart(size * 2, '0'))
}
