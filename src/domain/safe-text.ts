/**
 * Texts from the chain are written by anybody, who need not have asked our API first. These rules make any bytes safe
 * to store and show: valid Unicode, no control characters, within bounds. What cannot be saved becomes null.
 */
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** White space that is a control character stands between words, so it becomes a space; the others vanish. */
const spacing = /[\t\n\v\f\r\u0085]+/gu
const controls = /\p{Cc}/gu
/** In a pattern with the u flag this matches only surrogates without their partner. */
const loneSurrogates = /\p{Surrogate}/gu

/** Any string made storable: PostgreSQL takes neither NUL nor lone surrogates. */
export function cleanText(text: string): string {
  return text.replace(loneSurrogates, '\ufffd').replace(spacing, ' ').replace(controls, '')
}

/** The bytes as text of at most bytesMax bytes, cut between characters. */
export function textFromBytes(bytes: Uint8Array, bytesMax: number): string {
  return cutText(cleanText(decoder.decode(bytes)), bytesMax)
}

function cutText(text: string, bytesMax: number): string {
  if (encoder.encode(text).length <= bytesMax) return text
  let used = 0
  let end = 0
  for (const character of text) {
    used += encoder.encode(character).length
    if (used > bytesMax) break
    end += character.length
  }
  return text.slice(0, end)
}

/** An https URL as it was written, or null for everything else; a URL that is cut is no URL. */
export function imageUrlFromBytes(bytes: Uint8Array, bytesMax: number): string | null {
  if (bytes.length === 0 || bytes.length > bytesMax) return null
  const text = decoder.decode(bytes)
  if (cleanText(text) !== text || text.includes('\ufffd') || /\s/u.test(text)) return null
  return URL.canParse(text) && new URL(text).protocol === 'https:' ? text : null
}

/** How deep metadata may nest: deeper than anybody needs, shallower than any serialiser's stack. */
const METADATA_DEPTH_MAX = 16
/** These are fields of the proposal itself, so metadata may not speak of them. */
const reservedKeys = new Set(['tags', 'endsAt'])

/** A JSON object within its bounds, every string in it cleaned, or null. */
export function metadataFromBytes(bytes: Uint8Array, bytesMax: number): Record<string, unknown> | null {
  if (bytes.length === 0 || bytes.length > bytesMax) return null
  const value = parseJson(decoder.decode(bytes))
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  if (Object.keys(value).some((key) => reservedKeys.has(key)) || !isShallow(value, METADATA_DEPTH_MAX))
    return null
  const clean = cleanJson(value) as Record<string, unknown> // an object stays one
  return encoder.encode(JSON.stringify(clean)).length <= bytesMax ? clean : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // not JSON: as good as no metadata
  }
}

function isShallow(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== 'object') return true
  return depth > 0 && Object.values(value).every((item) => isShallow(item, depth - 1))
}

function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return value.map(cleanJson)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), cleanJson(item)]))
}
