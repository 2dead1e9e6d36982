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

/** Base units as people write them, two decimals, rounded down: 1234500000000000000000 → 1,234.50. A trace is `<0.01`. */
export function amountOf(units: string): string {
  const hundredths = (BigInt(units) * 100n) / one
  if (hundredths === 0n && BigInt(units) > 0n) return '<0.01'
  return `${wholeOf(hundredths / 100n)}.${String(hundredths % 100n).padStart(2, '0')}`
}

/** Base units to the last one, at least two decimals: what is listed so adds up. */
export function exactAmountOf(units: string): string {
  const value = BigInt(units)
  const decimals = String(value % one)
    .padStart(18, '0')
    .replace(/0{1,16}$/, '')
  return `${wholeOf(value / one)}.${decimals}`
}

/** The same for a column of amounts: as many decimals as the longest has, so that points stand below each other. */
export function exactAmountsOf(column: readonly string[]): string[] {
  const shown = column.map(exactAmountOf)
  const decimalsOf = (text: string): number => text.length - text.indexOf('.')
  const most = Math.max(0, ...shown.map(decimalsOf))
  return shown.map((text) => text.padEnd(text.length + most - decimalsOf(text), '0'))
}

const wholeOf = (whole: bigint): string => String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** Thousandths: 395 → 0.395 */
export const priceOf = (thousandths: number): string => `0.${String(thousandths).padStart(3, '0')}`
