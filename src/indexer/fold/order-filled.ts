import {
  addBuy,
  bookPriceOf,
  bookSideOf,
  entryPriceOf,
  fadeVolume,
  type OrderFilled,
  proceedsOf,
  trendingScore,
} from '../../domain/index.ts'
import { assert } from '../../kit/index.ts'
import type { MarketRow, OrderRow } from '../../store/index.ts'
import type { Place } from '../place.ts'
import { keys, type Workspace } from '../workspace.ts'
import { changePosition } from './change-position.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'
import { locksOf, putOrder } from './put-order.ts'

/** One fill is one trade: told from the taker, its price in the taker's outcome. */
export const foldOrderFilled: Fold<OrderFilled> = (event, place, rows) => {
  const market = marketOf(rows, event.marketAddress)
  const taker = rows.orders.get(keys.order(market.id, event.orderId))
  const maker = rows.orders.get(keys.order(market.id, event.makerOrderId))
  const price = event.fillType === 'transfer' ? event.price : 1000 - event.price

  fill(rows, maker, event.quantity, place)
  fill(rows, taker, event.quantity, place)
  moveShares(rows, maker, event.price, event.quantity, place)
  moveShares(rows, taker, price, event.quantity, place)

  const amountUsd = proceedsOf(price, event.quantity)
  const takerBids = bookSideOf(taker.side, taker.outcome) === 'bid'
  rows.addTrade({
    id: rows.nextId('trades'),
    marketId: market.id,
    txId: place.txId,
    height: place.height,
    eventIndex: place.eventIndex,
    buyOrderId: takerBids ? taker.orderId : maker.orderId,
    sellOrderId: takerBids ? maker.orderId : taker.orderId,
    fillType: event.fillType,
    outcome: taker.outcome,
    side: taker.side,
    price,
    quantity: event.quantity,
    amountUsd,
    makerAddress: maker.trader,
    takerAddress: taker.trader,
    refererAddress: taker.refererAddress,
    filledAtMs: place.timestampMs,
  })
  const lastPrice = bookPriceOf(price, taker.outcome)
  rows.markets.put({ ...withTrade(market, event, amountUsd, place.timestampMs), lastPrice })
  if (market.eventId === null) return
  const group = rows.events.get(String(market.eventId))
  rows.events.put({ ...group, totalVolume: group.totalVolume + amountUsd })
}

function fill(rows: Workspace, order: OrderRow, quantity: bigint, place: Place): void {
  const filled = order.filled + quantity
  assert(
    order.status === 'open' && filled <= order.quantity,
    `order ${order.orderId} filled beyond its quantity`,
  )
  const next: OrderRow = { ...order, filled, status: filled === order.quantity ? 'filled' : 'open' }
  putOrder(rows, order, { ...next, ...locksOf(next) }, place.timestampMs)
}

function moveShares(rows: Workspace, order: OrderRow, price: number, quantity: bigint, place: Place): void {
  const key = { user: order.trader, marketId: order.marketId, outcome: order.outcome }
  changePosition(rows, key, place.timestampMs, (position) => {
    if (order.side === 'sell') {
      const shares = position.shares - quantity
      return { ...position, shares, entryPrice: entryPriceOf(position, shares) }
    }
    const shares = position.shares + quantity
    const basis = addBuy(position, position.shares, price, quantity)
    return { ...position, ...basis, shares, entryPrice: entryPriceOf(basis, shares) }
  })
}

const pairsOf = { transfer: 0n, mint: 1n, merge: -1n } as const

function withTrade(market: MarketRow, event: OrderFilled, amountUsd: bigint, atMs: number): MarketRow {
  const trendAmount = fadeVolume(market.trendAmount, atMs - market.lastTradeAtMs) + amountUsd
  return {
    ...market,
    volume: market.volume + amountUsd,
    openInterest: market.openInterest + pairsOf[event.fillType] * event.quantity,
    tradeCount: market.tradeCount + 1,
    lastTradeAtMs: atMs,
    trendAmount,
    trending: trendingScore(trendAmount, atMs),
    updatedAtMs: atMs,
  }
}
