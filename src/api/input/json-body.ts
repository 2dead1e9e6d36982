import { invalid } from '../errors/invalid.ts'
import { assertCleanStrings } from './clean-strings.ts'
import { scanJson } from './scan-json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Bytes → the value a route will validate, or a 400. Stricter than JSON.parse: the bytes must be UTF-8 without a byte
 * order mark, nesting is bounded, no object may name a key twice (two readers would disagree about which one counts),
 * and no string may hold what PostgreSQL cannot store.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  if (text.charCodeAt(0) === 0xfeff)
    throw invalid('body', undefined, 'the body begins with a byte order mark')
  scanJson(text)
  const value = parse(text)
  // Only an escape can bring NUL or half a surrogate pair into a string that was valid UTF-8.
  if (text.includes('\\u')) assertCleanStrings(value, 'body')
  return value
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalid('body', undefined, 'the body is not valid UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('body', text, 'the body is not valid JSON')
  }
}
