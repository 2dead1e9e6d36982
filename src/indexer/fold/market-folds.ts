import {
  addBuy,
  entryPriceOf,
  type MarketEvent,
  type Outcome,
  outcomes,
  withBought,
  withSold,
} from '../../domain/index.ts'
import type { OrderRow } from '../../store/index.ts'
import { endedOrder } from '../activity.ts'
import { keys } from '../workspace.ts'
import { changePosition, findPosition, openPosition, paidOut } from './change-position.ts'
import type { Folds } from './fold.ts'
import { marketOf } from './market-of.ts'
import { foldOrderFilled } from './order-filled.ts'
import { payoutOf } from './payout-of.ts'
import { locksOf, putOrder } from './put-order.ts'

/** A pair costs one unit: each of its shares is taken to have cost half. */
const SPLIT_PRICE = 500

/** Both halves together are the whole, odd numbers too. */
const halfOf = (outcome: Outcome, quantity: bigint): bigint =>
  outcome === 'yes' ? quantity - quantity / 2n : quantity / 2n

export const marketFolds: Folds<MarketEvent> = {
  ChunkSwept: (event, place, rows) => {
    const market = marketOf(rows, event.marketAddress)
    const sweptChunks = [...market.sweptChunks, event.chunk].sort((a, b) => a - b)
    rows.markets.put({ ...market, sweptChunks, updatedAtMs: place.timestampMs })
  },

  /** The referrer was paid in the transaction; what is the creator's and the treasury's gathers in the market. */
  FeeCharged: (event, place, rows) => {
    const market = marketOf(rows, event.marketAddress)
    const { refererAddress } = rows.orders.get(keys.order(market.id, event.orderId))
    if (refererAddress !== null)
      rows.walletTotals.add(refererAddress, place.timestampMs, { referralFees: event.refererFee })
    rows.markets.put({
      ...market,
      unpaidCreatorFees: market.unpaidCreatorFees + event.creatorFee,
      unpaidTreasuryFees: market.unpaidTreasuryFees + event.treasuryFee,
      updatedAtMs: place.timestampMs,
    })
  },

  FeesPaid: (event, place, rows) => {
    const market = marketOf(rows, event.marketAddress)
    rows.walletTotals.add(market.creator, place.timestampMs, { creatorFees: event.creatorAmount })
    const unpaidTreasuryFees = market.unpaidTreasuryFees - event.treasuryAmount
    rows.markets.put({
      ...market,
      unpaidCreatorFees: market.unpaidCreatorFees - event.creatorAmount,
      unpaidTreasuryFees,
      // Until it resolves a market pays all but what it keeps back.
      keptFees: market.resolved ? 0n : unpaidTreasuryFees,
      updatedAtMs: place.timestampMs,
    })
  },

  /**
   * Resolution cancels every resting order. What those orders hold stays locked, and is shown so, until each is released.
   */
  MarketStateChanged: (event, place, rows) => {
    const market = marketOf(rows, event.marketAddress)
    const resolved = event.state === 'resolved'
    rows.markets.put({
      ...market,
      state: event.state,
      resolved,
      finalOutcome: resolved ? event.finalOutcome : null,
      closing: event.closing,
      keptFees: resolved ? 0n : market.keptFees,
      resolvedAtMs: resolved ? place.timestampMs : null,
      updatedAtMs: place.timestampMs,
    })
    if (!resolved) return
    // In the order they were placed, wherever a batch began.
    const resting = [...rows.orders.listGroup(String(market.id))].sort((a, b) => a.id - b.id)
    for (const order of resting)
      if (order.status === 'open') {
        const { height, timestampMs, txId } = place
        rows.addActivity(endedOrder(order, 'resolved'), height, timestampMs, txId)
        putOrder(rows, order, { ...order, status: 'cancelled', endedHeight: height }, timestampMs)
      }
  },

  OrderCancelled: (event, place, rows) => {
    const market = marketOf(rows, event.marketAddress)
    const order = rows.orders.get(keys.order(market.id, event.orderId))
    const next: OrderRow = { ...order, status: 'cancelled', endedHeight: order.endedHeight ?? place.height }
    putOrder(rows, order, { ...next, ...locksOf(next) }, place.timestampMs)
  },

  /** The order ends with the first block whose time reaches this, whether or not anybody clears it: expire-orders.ts. */
  OrderExpires: (event, _place, rows) => {
    const market = marketOf(rows, event.marketAddress)
    const order = rows.orders.get(keys.order(market.id, event.orderId))
    rows.orders.put({ ...order, expiresAtMs: event.expiresAtMs })
    rows.expiring.add(keys.order(market.id, event.orderId))
  },

  OrderFilled: foldOrderFilled,

  /** A new order rests whole at first; the fills and the cancel that follow in its transaction take it down. */
  OrderPlaced: (event, place, rows) => {
    const market = marketOf(rows, event.marketAddress)
    openPosition(rows, { user: event.trader, marketId: market.id, outcome: event.outcome }, place.timestampMs)
    const terms = {
      side: event.side,
      price: event.price,
      quantity: event.quantity,
      filled: 0n,
      status: event.quantity === 0n ? 'filled' : 'open',
    } as const
    const order: OrderRow = {
      id: rows.nextId('orders'),
      marketId: market.id,
      orderId: event.orderId,
      trader: event.trader,
      outcome: event.outcome,
      ...terms,
      timeInForce: event.timeInForce,
      isMarketOrder: event.isMarketOrder,
      refererAddress: event.referer,
      txId: place.txId,
      height: place.height,
      createdAtMs: place.timestampMs,
      ...locksOf(terms),
      released: false,
      taken: 0n,
      fee: 0n,
      expiresAtMs: null,
      endedHeight: event.quantity === 0n ? place.height : null,
    }
    putOrder(rows, null, order, place.timestampMs)
    rows.markets.put({ ...market, orderCount: market.orderCount + 1, updatedAtMs: place.timestampMs })
  },

  /** A released buy gets its own collateral back, which is no payout; a released sell is paid for its shares. */
  OrderReleased: (event, place, rows) => {
    const market = marketOf(rows, event.marketAddress)
    const order = rows.orders.get(keys.order(market.id, event.orderId))
    putOrder(
      rows,
      order,
      { ...order, lockedCollateral: 0n, lockedShares: 0n, released: true },
      place.timestampMs,
    )
    if (order.side === 'buy') return
    const key = { user: order.trader, marketId: market.id, outcome: order.outcome }
    changePosition(rows, key, place.timestampMs, (position) =>
      paidOut(position, event.remaining, event.payout),
    )
  },

  PairsSplit: ({ marketAddress, trader, quantity }, place, rows) => {
    const market = marketOf(rows, marketAddress)
    for (const outcome of outcomes) {
      const key = { user: trader, marketId: market.id, outcome }
      openPosition(rows, key, place.timestampMs)
      changePosition(rows, key, place.timestampMs, (position) => {
        const shares = position.shares + quantity
        const basis = addBuy(position, position.shares, SPLIT_PRICE, quantity)
        const account = withBought(position, halfOf(outcome, quantity))
        return { ...position, ...account, ...basis, shares, entryPrice: entryPriceOf(basis, shares) }
      })
    }
    const openInterest = market.openInterest + quantity
    rows.markets.put({ ...market, openInterest, updatedAtMs: place.timestampMs })
  },

  PairsMerged: ({ marketAddress, trader, quantity }, place, rows) => {
    const market = marketOf(rows, marketAddress)
    for (const outcome of outcomes)
      changePosition(rows, { user: trader, marketId: market.id, outcome }, place.timestampMs, (position) => {
        const shares = position.shares - quantity
        const sale = { held: position.shares, quantity, amount: halfOf(outcome, quantity) }
        return {
          ...position,
          ...withSold(position, sale),
          shares,
          entryPrice: entryPriceOf(position, shares),
        }
      })
    const openInterest = market.openInterest - quantity
    rows.markets.put({ ...market, openInterest, updatedAtMs: place.timestampMs })
  },

  /** Both outcomes of the wallet are settled at once; the shares stay on record with what was paid for them. */
  PositionSettled: (event, place, rows) => {
    const market = marketOf(rows, event.marketAddress)
    for (const outcome of outcomes) {
      const key = { user: event.trader, marketId: market.id, outcome }
      if (findPosition(rows, key) === null) continue
      changePosition(rows, key, place.timestampMs, (position) => ({
        ...paidOut(position, event[outcome], payoutOf(outcome, event[outcome], market)),
        isSettled: true,
      }))
    }
  },

  /** Who submitted what became final was paid out of what gathers for the treasury. */
  SubmitterPaid: (event, place, rows) => {
    const market = marketOf(rows, event.marketAddress)
    rows.walletTotals.add(event.submitter, place.timestampMs, { submitterFees: event.amount })
    const unpaidTreasuryFees = market.unpaidTreasuryFees - event.amount
    rows.markets.put({ ...market, unpaidTreasuryFees, updatedAtMs: place.timestampMs })
  },
}
