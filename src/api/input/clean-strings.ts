import { invalid } from '../errors/invalid.ts'

/** PostgreSQL refuses NUL in text, and half a surrogate pair would be stored as another character. */
export const isCleanString = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Walks a parsed body. Its depth is bounded by scanJson, so recursion is safe. */
export function assertCleanStrings(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (!isCleanString(value)) throw invalid(path, value, 'the text holds NUL or half a surrogate pair')
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    const field = path === 'body' ? key : `${path}.${key}`
    if (!isCleanString(key)) throw invalid(path, key, 'a field name holds NUL or half a surrogate pair')
    assertCleanStrings(child, field)
  }
}
