import {
  addBuy,
  bookPriceOf,
  bookSideOf,
  entryPriceOf,
  fadeVolume,
  type OrderFilled,
  proceedsOf,
  takerFee,
  trendingScore,
  withBought,
  withFee,
  withSold,
} from '../../domain/index.ts'
import { assert } from '../../kit/index.ts'
import type { MarketRow, OrderRow } from '../../store/index.ts'
import type { Place } from '../place.ts'
import { VENUE } from '../wallet-totals.ts'
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

  const { makerCollateral, quantity } = event
  const takerCollateral = event.fillType === 'transfer' ? makerCollateral : quantity - makerCollateral
  // The contract charges once for all fills of a placement: each is told what it added.
  const taken = taker.taken + takerCollateral
  const fee = takerFee(taken) - taker.fee

  fill(rows, maker, quantity, place)
  fill(rows, { ...taker, taken, fee: taker.fee + fee }, quantity, place)
  moveShares(rows, maker, { price: event.price, quantity, amount: makerCollateral, fee: 0n }, place)
  moveShares(rows, taker, { price, quantity, amount: takerCollateral, fee }, place)

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
    makerCollateral,
    takerCollateral,
    fee,
    makerAddress: maker.trader,
    takerAddress: taker.trader,
    refererAddress: taker.refererAddress,
    filledAtMs: place.timestampMs,
  })
  for (const wallet of [maker.trader, taker.trader, VENUE])
    rows.walletTotals.add(wallet, place.timestampMs, { volume: amountUsd })
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
  const isWhole = filled === order.quantity
  const next: OrderRow = {
    ...order,
    filled,
    status: isWhole ? 'filled' : 'open',
    endedHeight: isWhole ? place.height : null,
  }
  putOrder(rows, order, { ...next, ...locksOf(next) }, place.timestampMs)
}

interface Filled {
  readonly price: number
  readonly quantity: bigint
  readonly amount: bigint
  readonly fee: bigint
}

function moveShares(
  rows: Workspace,
  order: OrderRow,
  { price, quantity, amount, fee }: Filled,
  place: Place,
): void {
  const key = { user: order.trader, marketId: order.marketId, outcome: order.outcome }
  changePosition(rows, key, place.timestampMs, (position) => {
    const { shares: held } = position
    const charged = withFee(position, fee)
    if (order.side === 'sell') {
      const shares = held - quantity
      const account = withSold(charged, { held, quantity, amount })
      return { ...position, ...account, shares, entryPrice: entryPriceOf(position, shares) }
    }
    const shares = held + quantity
    const basis = addBuy(position, held, price, quantity)
    const account = withBought(charged, amount)
    return { ...position, ...account, ...basis, shares, entryPrice: entryPriceOf(basis, shares) }
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
