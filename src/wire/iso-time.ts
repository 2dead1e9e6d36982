/** The last moment a Date can hold, and how long the calendar takes to repeat itself. */
const DATE_MAX_MS = 8_640_000_000_000_000
const CYCLE_MS = 146_097 * 86_400_000
const CYCLE_YEARS = 400

/**
 * Milliseconds → ISO-8601 UTC with milliseconds and Z, as every *At field is written. Anybody may put a time on the
 * chain: one beyond the year 9999 has a longer year, as the database writes it.
 */
export function toIso(ms: number): string {
  const cycles = Math.max(0, Math.ceil((ms - DATE_MAX_MS) / CYCLE_MS))
  const text = new Date(ms - cycles * CYCLE_MS).toISOString()
  if (!text.startsWith('+')) return text
  const dash = text.indexOf('-')
  return `${Number(text.slice(1, dash)) + cycles * CYCLE_YEARS}${text.slice(dash)}`
}

export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms))

/** The other way; null when the text has the form of a time but is none (the 31st of February). */
export function fromIso(text: string): number | null {
  const ms = Date.parse(text)
  return Number.isNaN(ms) || toIso(ms) !== text ? null : ms
}
