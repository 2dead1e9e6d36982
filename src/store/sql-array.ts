import { Bug } from '../kit/index.ts'

/** The text form of a one-dimensional SQL array. Every text is quoted, so nothing in it can be syntax. */
export function encodeArray(values: readonly (string | number | bigint | boolean | null)[]): string {
  let out = ''
  for (const value of values) {
    if (out !== '') out += ','
    if (value === null) out += 'NULL'
    else if (typeof value === 'string')
      out += isPlain(value) ? `"${value}"` : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    else out += String(value)
  }
  return `{${out}}`
}

const isPlain = (text: string): boolean => !text.includes('"') && !text.includes('\\')

/** Reads what PostgreSQL prints for a one-dimensional array; an unquoted NULL is null. */
export function decodeArray(text: string): (string | null)[] {
  if (!text.startsWith('{') || !text.endsWith('}')) throw new Bug('not a one-dimensional SQL array')
  const items: (string | null)[] = []
  let at = 1
  const end = text.length - 1
  while (at < end) {
    let item = ''
    if (text[at] === '"') {
      at += 1
      while (text[at] !== '"') {
        if (at >= end) throw new Bug('unterminated text in an SQL array')
        if (text[at] === '\\') at += 1
        item += text[at]
        at += 1
      }
      at += 1
      items.push(item)
    } else {
      const comma = text.indexOf(',', at)
      const stop = comma === -1 ? end : comma
      item = text.slice(at, stop)
      if (item.includes('{')) throw new Bug('an SQL array of more than one dimension')
      items.push(item === 'NULL' ? null : item)
      at = stop
    }
    if (at < end && text[at] !== ',') throw new Bug('no comma between items of an SQL array')
    at += 1
  }
  return items
}
