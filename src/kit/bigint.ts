/** Math.min and Math.max take numbers only. */
export function minBigint(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

export function maxBigint(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}
