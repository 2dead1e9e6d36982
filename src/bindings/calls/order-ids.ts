/** Order ids as a market reads them: four bytes each. */
export const orderIdsToHex = (orderIds: readonly number[]): string =>
  orderIds.map((id) => id.toString(16).padStart(8, '0')).join('')
