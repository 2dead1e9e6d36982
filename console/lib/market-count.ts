/**
 * Matches are counted up to here. Nobody reads the difference between ten thousand and a hundred thousand, and to count
 * those takes longer than to list the first of them.
 */
export const COUNTED_UP_TO = 1000

/** How many markets match, in words; without a bound `total` is exact. */
export function marketCount(total: number, bound?: number): string {
  const many = `${total.toLocaleString('en-US')} ${total === 1 ? 'market' : 'markets'}`
  return total === bound ? `${many} or more` : many
}
