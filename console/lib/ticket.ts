import { type OrderBook, type Quote, quoteOrder } from 'sibyl/client'

export interface TicketWish {
  readonly side: 'buy' | 'sell'
  readonly outcome: 'yes' | 'no'
  /** Base units: shares, or the collateral to spend at most, fee included. */
  readonly amount: bigint
  readonly unit: 'shares' | 'money'
  /** Thousandths; null takes what the book has. */
  readonly price: number | null
  readonly timeInForce: 'gtc' | 'gtd' | 'ioc' | 'fok' | 'post-only'
}

export interface TicketPlan {
  readonly quantity: bigint
  readonly price: number
  readonly quote: Quote
  /** The best offer it meets; null when it meets none. */
  readonly best: number | null
  /** What would wait in the book. */
  readonly rests: bigint
  /** What leaves the wallet at most, fee included; for a sell nothing but shares. */
  readonly costMax: bigint
  /** Of what fills now, and of what rests as if it filled at its limit. */
  readonly payoutIfRight: bigint
  /** The same payout without what it costs, fee included. Who rests pays no fee. */
  readonly profitIfRight: bigint
}

type Book = Pick<OrderBook, 'yes' | 'no'>

const tenThousand = 10_000n
const whole = 1_000n

/**
 * What an order will do, from the book as it is shown and the venue's fee in hundredths of a percent. Null when the book
 * has nothing to take and no price is named.
 */
export function planTicket(book: Book, wish: TicketWish, feeBps: bigint): TicketPlan | null {
  const { side, outcome } = wish
  const price = wish.price ?? worstUseful(book, wish)
  if (price === null || wish.amount <= 0n) return null
  const quantity = wish.unit === 'shares' ? wish.amount : sharesFor(wish.amount, price, feeBps)
  if (quantity <= 0n) return null
  const quote = quoteOrder(book, { side, outcome, quantity, price })
  const immediate = wish.price === null || wish.timeInForce === 'ioc' || wish.timeInForce === 'fok'
  const rests = immediate ? 0n : quantity - quote.filled
  const lockFor = (shares: bigint): bigint => (BigInt(price) * shares + whole - 1n) / whole
  const lock = lockFor(quantity)
  const costMax = side === 'buy' ? lock + (lock * feeBps + tenThousand - 1n) / tenThousand : 0n
  const best = quote.filled === 0n ? null : bestOffer(book, wish)
  const payoutIfRight = quote.filled + rests
  const profitIfRight = payoutIfRight - quote.notional - quote.fee - lockFor(rests)
  return { quantity, price, quote, best, rests, costMax, payoutIfRight, profitIfRight }
}

const bestOffer = (book: Book, { side, outcome }: Pick<TicketWish, 'side' | 'outcome'>): number | null =>
  (side === 'buy' ? book[outcome].asks : book[outcome].bids)[0]?.price ?? null

/** The last price the book can offer for this much: with it as limit the order takes exactly what is shown. */
function worstUseful(book: Book, { side, outcome, amount, unit }: TicketWish): number | null {
  const levels = side === 'buy' ? book[outcome].asks : book[outcome].bids
  let left = amount
  let worst: number | null = null
  for (const { price, quantity } of levels) {
    if (left <= 0n) break
    worst = price
    left -= unit === 'shares' ? BigInt(quantity) : (BigInt(quantity) * BigInt(price)) / whole
  }
  return worst
}

/** Shares that so much money covers at a limit, the worst case with its fee: whatever fills cheaper comes back. */
function sharesFor(amount: bigint, price: number, feeBps: bigint): bigint {
  const afterFee = (amount * tenThousand) / (tenThousand + feeBps)
  return (afterFee * whole) / BigInt(price)
}

/** What is thought far, in thousandths. */
const farThousandths = 100

/** A limit far worse than the best offer it meets, where somebody may have slipped: that offer's price. Else null. */
export function farFromBook(book: Book, { side, outcome, price }: TicketWish): number | null {
  if (price === null) return null
  const best = bestOffer(book, { side, outcome })
  if (best === null) return null
  return (side === 'buy' ? price - best : best - price) > farThousandths ? best : null
}
