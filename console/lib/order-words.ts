import type { Order } from 'sibyl/client'
import { formatAmount } from './amount.ts'
import { centPrice } from './format.ts'
import { quoted } from './quoted.ts'

type Waiting = Pick<Order, 'side' | 'outcome' | 'price' | 'quantity' | 'filled'>

export const sharesLeft = ({ quantity, filled }: Waiting, decimals: number): string =>
  formatAmount(BigInt(quantity) - BigInt(filled), decimals)

/** What is left of an order, as it is signed for; without a question where the page says which market it is. */
export function orderWords(order: Waiting, question: string | null, decimals: number): string {
  const { side, outcome, price } = order
  const where = question === null ? '' : ` of ${quoted(question)}`
  return `${side} ${sharesLeft(order, decimals)} ${outcome}${where} at ${centPrice(price)}`
}
