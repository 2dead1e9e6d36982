import { CONTRACT_LIMIT, parseAmount } from '../domain/index.ts'
import { invalid } from './invalid.ts'

/** Base units in a body: more than nothing. */
export function readAmount(field: string, text: string): bigint {
  const amount = parseAmount(text)
  if (amount === null) throw invalid(field, text, `${field} must be digits of at most 2^256-1`)
  if (amount === 0n) throw invalid(field, text, `${field} must be more than 0`)
  return amount
}

/** Shares of an order: within what the market counts. */
export function readQuantity(field: string, text: string): bigint {
  const quantity = readAmount(field, text)
  if (quantity >= CONTRACT_LIMIT) throw invalid(field, text, `${field} must be below 2^128`)
  return quantity
}
