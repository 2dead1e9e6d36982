import type { Market, PartialMarket, StreamMessage } from 'sibyl/client'
import { marketAfter } from './market-view.ts'

const names = [
  'id',
  'marketAddress',
  'question',
  'category',
  'resolved',
  'finalOutcome',
  'volume',
  'bestBidYes',
  'bestAskYes',
  'bestBidNo',
  'bestAskNo',
  'linked',
  'masterQuestion',
  'proposalId',
  'endsAt',
  'state',
] as const satisfies (keyof Market)[]

/** A market as a list shows it. */
export type ListedMarket = Pick<Market, (typeof names)[number]> & {
  readonly change24h: number | null
  /** Prices of yes, oldest first. */
  readonly sparkline: readonly number[]
}

/** What a list asks for, so that its cards need no second read. */
export const listedFields = [...names, 'change24h', 'sparkline'].join()

export function toListed(market: PartialMarket): ListedMarket {
  const sparkline = (market.sparkline ?? []).filter((price) => price !== null)
  return { ...market, change24h: market.change24h ?? null, sparkline } as ListedMarket // its fields were asked for
}

/** The same after a message; the line's end follows the last trade. */
export function listedAfter(market: ListedMarket, message: StreamMessage): ListedMarket {
  const next = marketAfter(market, message)
  if (next === market || message.type !== 'ticker') return next
  const { lastPrice } = message.data
  return lastPrice === null ? next : { ...next, sparkline: [...market.sparkline.slice(0, -1), lastPrice] }
}
