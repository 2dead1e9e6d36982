/** Values under these names never come back in an answer, wherever they stand in a body or query. */
const secretNames = new Set(['signature', 'salt', 'key', 'apiKey', 'api_key', 'authorization', 'token'])

/** A key that strayed into another field is as secret there. */
const strayKey = 'sibyl_live_'

const lengthMax = 100

/**
 * What `details.received` shows of a refused value: never more than 100 characters, never a secret, never nested more
 * than one level. Values are not serialised and cut afterwards, because JSON.stringify overflows the stack on nesting
 * that JSON.parse accepts.
 */
export function toReceived(value: unknown, field: string): unknown {
  if (value === undefined || value === null) return null
  if (field.split('.').some((part) => secretNames.has(part))) return '[redacted]'
  switch (typeof value) {
    case 'string':
      return value.includes(strayKey) ? '[redacted]' : cutText(value)
    case 'number':
    case 'boolean':
      return value
    case 'object':
      return Array.isArray(value) ? `[array of ${value.length}]` : '[object]'
    default:
      return cutText(String(value))
  }
}

/** Cuts by code points, so that no half of a surrogate pair remains; a lone surrogate becomes U+FFFD. */
export function cutText(text: string): string {
  const short =
    text.length <= lengthMax ? text : [...text.slice(0, lengthMax * 2)].slice(0, lengthMax).join('')
  return short.toWellFormed()
}
