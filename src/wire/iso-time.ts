/** Milliseconds → ISO-8601 UTC with milliseconds and Z, as every *At field is written. */
export const toIso = (ms: number): string => new Date(ms).toISOString()

export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms))

/** The other way; null when the text has the form of a time but is none (the 31st of February). */
export function fromIso(text: string): number | null {
  const ms = Date.parse(text)
  return Number.isNaN(ms) || toIso(ms) !== text ? null : ms
}
