import type { Market, StreamMessage, Trade } from 'sibyl/client'

export const tradesShown = 20

export interface MarketView {
  readonly market: Market
  readonly trades: readonly Trade[]
}

/** The market after what its channel said. */
export function afterMessage(view: MarketView, message: StreamMessage): MarketView {
  if (message.type === 'trade' && !view.trades.some(({ id }) => id === message.data.id))
    return { ...view, trades: [message.data, ...view.trades].slice(0, tradesShown) }
  const market = marketAfter(view.market, message)
  return market === view.market ? view : { ...view, market }
}

type Told = Pick<
  Market,
  | 'marketAddress'
  | 'bestBidYes'
  | 'bestAskYes'
  | 'bestBidNo'
  | 'bestAskNo'
  | 'volume'
  | 'state'
  | 'resolved'
  | 'finalOutcome'
>

/** A market's prices and state after a message; messages of others leave it as it is. */
export function marketAfter<M extends Told>(market: M, message: StreamMessage): M {
  if (message.type === 'ticker' && message.data.marketAddress === market.marketAddress) {
    const { bestBidYes, bestAskYes, bestBidNo, bestAskNo, volume } = message.data
    return { ...market, bestBidYes, bestAskYes, bestBidNo, bestAskNo, volume }
  }
  if (message.type === 'state' && message.data.marketAddress === market.marketAddress) {
    const { state, resolved, finalOutcome } = message.data
    return { ...market, state, resolved, finalOutcome }
  }
  return market
}
