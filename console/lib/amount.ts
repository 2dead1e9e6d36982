/** More digits than any token has coins are a slip, and would burst the page. */
const wholeDigitsMax = 15

/** Text of a person to base units, or null: "12", "12.5", "1,200.25"; more decimals than the token has are none. */
export function parseAmount(text: string, decimals: number): bigint | null {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  const digits = whole.replaceAll(',', '')
  if (fraction.length > decimals || digits.length > wholeDigitsMax) return null
  return BigInt(digits + fraction.padEnd(decimals, '0'))
}

/** Base units as people write them: rounded down to so many places, thousands apart. */
export function formatAmount(units: bigint, decimals: number, places = 2): string {
  const scaled = units / 10n ** BigInt(decimals - places)
  const digits = scaled.toString().padStart(places + 1, '0')
  const whole = BigInt(digits.slice(0, digits.length - places)).toLocaleString('en-US')
  return places === 0 ? whole : `${whole}.${digits.slice(-places)}`
}
