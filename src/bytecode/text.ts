import { bytesToHex } from '../kit/index.ts'

/** How the node prints bytes inside its error texts: what the JVM makes of its objects. The SDK and people's tests match them. */

const shownBytesMax = 100

/** Signed bytes, at most a hundred of them. */
export function byteStringText(bytes: Uint8Array): string {
  const shown = `ByteString(${Array.from(bytes.subarray(0, shownBytesMax), (byte) => (byte << 24) >> 24).join(', ')})`
  return bytes.length > shownBytesMax ? `${shown}... and [${bytes.length - shownBytesMax}] more` : shown
}

export const hexText = (name: string, bytes: Uint8Array | string): string =>
  `${name}(hex"${typeof bytes === 'string' ? bytes : bytesToHex(bytes)}")`
