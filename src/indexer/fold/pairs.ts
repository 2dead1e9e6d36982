import { addBuy, entryPriceOf, outcomes, type PairsMerged, type PairsSplit } from '../../domain/index.ts'
import { changePosition, openPosition } from './change-position.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'

/** A pair costs one unit: each of its shares is taken to have cost half. */
const SPLIT_PRICE = 500

export const foldPairsSplit: Fold<PairsSplit> = ({ marketAddress, trader, quantity }, place, rows) => {
  const market = marketOf(rows, marketAddress)
  for (const outcome of outcomes) {
    const key = { user: trader, marketId: market.id, outcome }
    openPosition(rows, key, place.timestampMs)
    changePosition(rows, key, place.timestampMs, (position) => {
      const shares = position.shares + quantity
      const basis = addBuy(position, position.shares, SPLIT_PRICE, quantity)
      return { ...position, ...basis, shares, entryPrice: entryPriceOf(basis, shares) }
    })
  }
  const openInterest = market.openInterest + quantity
  rows.markets.put({ ...market, openInterest, updatedAtMs: place.timestampMs })
}

export const foldPairsMerged: Fold<PairsMerged> = ({ marketAddress, trader, quantity }, place, rows) => {
  const market = marketOf(rows, marketAddress)
  for (const outcome of outcomes)
    changePosition(rows, { user: trader, marketId: market.id, outcome }, place.timestampMs, (position) => {
      const shares = position.shares - quantity
      return { ...position, shares, entryPrice: entryPriceOf(position, shares) }
    })
  const openInterest = market.openInterest - quantity
  rows.markets.put({ ...market, openInterest, updatedAtMs: place.timestampMs })
}
