import { hexToBytes as fromHexAnywhere, bytesToHex as toHexAnywhere } from '@noble/hashes/utils.js'

const hexPattern = /^(?:[0-9a-fA-F]{2})*$/

/** Several times faster where there is one; a browser, where the client runs, has none. */
const NodeBuffer: typeof Buffer | undefined = globalThis.Buffer

export const isHex = (text: string): boolean => hexPattern.test(text)

export function bytesToHex(bytes: Uint8Array): string {
  if (NodeBuffer === undefined) return toHexAnywhere(bytes)
  return NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

/** Throws on anything that is not an even number of hex digits; check user input with isHex first. */
export function hexToBytes(hex: string): Uint8Array {
  if (!hexPattern.test(hex)) throw new TypeError('not a hex string')
  return NodeBuffer === undefined ? fromHexAnywhere(hex) : new Uint8Array(NodeBuffer.from(hex, 'hex'))
}

export const utf8ToBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    out.set(part, offset)
    offset += part.length
  }
  return out
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
