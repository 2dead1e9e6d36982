/** Rows of text as aligned columns; numbers to the right. */
export function tableOf(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length)
  return rows
    .map((row) =>
      row
        .map((cell, i) => (right.includes(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const one = 10n ** 18n

/** Base units as people write them, two decimals, rounded down: 1234500000000000000000 → 1,234.50 */
export function amountOf(units: string): string {
  const hundredths = (BigInt(units) * 100n) / one
  const whole = String(hundredths / 100n).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${whole}.${String(hundredths % 100n).padStart(2, '0')}`
}

/** Thousandths: 395 → 0.395 */
export const priceOf = (thousandths: number): string => `0.${String(thousandths).padStart(3, '0')}`
