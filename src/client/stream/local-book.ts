import type { FeedData, OrderBook } from '../../wire/index.ts'
import type { StreamMessage } from './follow.ts'

export interface BookLevel {
  readonly price: number
  readonly quantity: string
  readonly orderCount: number
}

/** A market's book in prices of yes, best first. A bid for yes at p is an offer of no at 1000 − p. */
export interface LocalBook {
  readonly marketAddress: string
  readonly version: number
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** The whole book fits: there are no more prices. */
export const WHOLE_BOOK = 999

/**
 * A book that stays equal to the service's: the whole of it once, then every change. Yields after each; whenever the
 * changes do not join, it takes the whole anew.
 */
export async function* keepBook(
  messages: AsyncIterable<StreamMessage>,
  takeWhole: (minBlockHeight?: number) => Promise<OrderBook>,
): AsyncGenerator<LocalBook, void, undefined> {
  let book: MutableBook | null = null
  for await (const message of messages) {
    if (message.type === 'subscribed' || message.type === 'resync') {
      // Whoever answers may be behind the stream, and what it has not seen yet would never be told.
      book = fromWhole(await takeWhole(message.type === 'subscribed' ? message.blockHeight : undefined))
      yield toLocal(book)
      continue
    }
    if (message.type !== 'book' || book === null) continue
    const change = message.data
    if (change.version <= book.version) continue
    const joins: boolean =
      change.full || (book.isWhole ? change.prev <= book.version : change.prev === book.version)
    book = joins ? applied(book, change) : fromWhole(await takeWhole(message.blockHeight))
    yield toLocal(book)
  }
}

interface MutableBook {
  readonly marketAddress: string
  readonly version: number
  /** Just taken: the next change may have begun before it. */
  readonly isWhole: boolean
  readonly bids: ReadonlyMap<number, BookLevel>
  readonly asks: ReadonlyMap<number, BookLevel>
}

const byPrice = (levels: readonly BookLevel[]) => new Map(levels.map((level) => [level.price, level]))

const fromWhole = ({ marketAddress, version, yes }: OrderBook): MutableBook => ({
  marketAddress,
  version,
  isWhole: true,
  bids: byPrice(yes.bids),
  asks: byPrice(yes.asks),
})

function applied(book: MutableBook, change: FeedData['book']): MutableBook {
  const side = (before: ReadonlyMap<number, BookLevel>, levels: readonly BookLevel[]) => {
    const after = new Map(change.full ? [] : before)
    for (const level of levels)
      if (level.quantity === '0') after.delete(level.price)
      else after.set(level.price, level)
    return after
  }
  return {
    marketAddress: book.marketAddress,
    version: change.version,
    isWhole: false,
    bids: side(book.bids, change.bids),
    asks: side(book.asks, change.asks),
  }
}

const toLocal = ({ marketAddress, version, bids, asks }: MutableBook): LocalBook => ({
  marketAddress,
  version,
  bids: [...bids.values()].sort((a, b) => b.price - a.price),
  asks: [...asks.values()].sort((a, b) => a.price - b.price),
})
