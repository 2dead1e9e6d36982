import { invalid } from './invalid.ts'

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/

/** When an order ends by itself, or null: after now, or no block could place it. */
export function readExpiry(field: string, text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null
  const ms = readTime(field, text)
  if (ms <= nowMs) throw invalid(field, text, `${field} must be in the future`)
  return ms
}

/** ISO-8601 UTC in a body → Unix milliseconds. Days that do not exist are refused, not moved. */
export function readTime(field: string, text: string): number {
  const ms = form.test(text) ? Date.parse(text) : Number.NaN
  const isReal = Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 19) === text.slice(0, 19)
  if (!isReal) throw invalid(field, text, `${field} must be an ISO-8601 time in UTC`)
  return ms
}
