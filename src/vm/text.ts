/**
 * How the node prints things inside its error texts. They are what the JVM makes of its objects, so they look odd; the
 * SDK and people's tests match them.
 */

export const timestampText = (ms: bigint | number): string => `TimeStamp(${ms}ms)`

/** `1,234.5 ALPH`: grouped thousands, at least one and at most 18 decimals, through a double as the node does it. */
export function prettyAlph(attoAlph: bigint): string {
  if (attoAlph === 0n) return '0 ALPH'
  const shortest = decimalOfDouble(Number(`${attoAlph}e-18`))
  const [whole = '0', fraction = ''] = shortest.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${grouped}.${fraction.slice(0, 18).replace(/0+$/, '') || '0'} ALPH`
}

/** The shortest digits that name this double, without an exponent. */
function decimalOfDouble(value: number): string {
  const [mantissa = '0', exponent = '0'] = value.toString().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const shift = Number(exponent)
  if (shift === 0) return mantissa
  if (shift < 0) return `0.${'0'.repeat(-shift - whole.length)}${whole}${fraction}`
  return whole + fraction.padEnd(shift, '0')
}
