import { lockText, readLock } from '../lock.ts'
import { byteStringText } from '../text.ts'
import { address, bool, byteVec, i256, u256, type Val } from '../value.ts'
import { type ByteReader, decodeAll } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { wrongFormat } from './serde-error.ts'

/** Values on the wire: one byte of type, then the compact or length-prefixed form. */

const typeIds = { Bool: 0, I256: 1, U256: 2, ByteVec: 3, Address: 4 } as const

export function readVal(reader: ByteReader): Val {
  const type = reader.signedByte()
  switch (type) {
    case 0:
      return bool(reader.bool())
    case 1:
      return i256(reader.i256())
    case 2:
      return u256(reader.u256())
    case 3:
      return byteVec(reader.byteString())
    case 4:
      return address(readLock(reader))
    default:
      throw wrongFormat(`Invalid type id: ${type}`)
  }
}

/** Throws a SerdeError. */
export const decodeVals = (bytes: Uint8Array): Val[] =>
  decodeAll(bytes, (reader) => reader.array(() => readVal(reader)))

export function encodeVals(values: readonly Val[]): Uint8Array {
  const writer = new ByteWriter()
  writer.array(values, (value) => {
    writer.byte(typeIds[value.type])
    writeContent(writer, value)
  })
  return writer.bytes()
}

/** What the ToByteVec instructions make of a value: its wire form without the type. */
export function contentBytes(value: Val): Uint8Array {
  const writer = new ByteWriter()
  if (value.type === 'ByteVec') return value.value
  writeContent(writer, value)
  return writer.bytes()
}

function writeContent(writer: ByteWriter, value: Val): void {
  switch (value.type) {
    case 'Bool':
      writer.byte(value.value ? 1 : 0)
      return
    case 'I256':
      writer.i256(value.value)
      return
    case 'U256':
      writer.u256(value.value)
      return
    case 'ByteVec':
      writer.byteString(value.value)
      return
    case 'Address':
      writer.hex(value.value)
  }
}

/** What the gas schedule takes for the size of a value. */
export function estimatedSize(value: Val): number {
  switch (value.type) {
    case 'Bool':
      return 1
    case 'ByteVec':
      return value.value.length
    case 'Address':
      return value.value.startsWith('01') ? 32 * Math.floor((value.value.length / 2 - 3) / 32) : 32
    default:
      return 32
  }
}

export function estimatedSizeOfAll(values: readonly Val[]): number {
  let size = 0
  for (const value of values) size += estimatedSize(value)
  return size
}

/** How the JVM prints a value. */
export function valText(value: Val): string {
  switch (value.type) {
    case 'ByteVec':
      return `ByteVec(${byteStringText(value.value)})`
    case 'Address':
      return `Address(${lockText(value.value)})`
    default:
      return `${value.type}(${value.value})`
  }
}
