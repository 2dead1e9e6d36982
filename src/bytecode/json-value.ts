import { bytesToHex } from '../kit/index.ts'
import { addressText } from './lock.ts'
import type { Val } from './value.ts'

/** A value as the node and the compiler write it into JSON: bytes in hex, numbers in digits. */
export interface JsonVal {
  readonly type: Val['type']
  readonly value: string | boolean
}

export function toJsonVal(value: Val): JsonVal {
  switch (value.type) {
    case 'Bool':
      return value
    case 'ByteVec':
      return { type: 'ByteVec', value: bytesToHex(value.value) }
    case 'Address':
      return { type: 'Address', value: addressText(value.value) }
    default:
      return { type: value.type, value: value.value.toString() }
  }
}
