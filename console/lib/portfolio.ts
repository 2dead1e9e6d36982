import type { Position, Trade } from 'sibyl/client'
import { middleOf } from './book.ts'
import type { ListedMarket } from './listed-market.ts'

export interface Holding {
  readonly position: Position
  /** Null when the list of markets that was read does not reach so far. */
  readonly market: ListedMarket | null
  /** Base units of collateral; null where nothing is known of it. */
  readonly cost: bigint | null
  readonly value: bigint | null
}

const whole = 1_000n

/** What the wallet holds, at the middle of the book; a resolved market at what it pays. */
export function holdingsOf(
  positions: readonly Position[],
  markets: ReadonlyMap<number, ListedMarket>,
): Holding[] {
  return positions
    .filter(({ shares, isSettled }) => shares !== '0' && !isSettled)
    .map((position) => {
      const market = markets.get(position.marketId) ?? null
      const shares = BigInt(position.shares)
      const price = market === null ? null : priceOf(market, position.positionType)
      return {
        position,
        market,
        cost: position.entryPrice === null ? null : (shares * BigInt(position.entryPrice)) / whole,
        value: price === null ? null : (shares * BigInt(price)) / whole / 2n,
      }
    })
}

/** Twice the price in thousandths, so that the middle of two needs no fraction. */
function priceOf(market: ListedMarket, outcome: Position['positionType']): number | null {
  const { finalOutcome } = market
  if (finalOutcome === 3) return 1_000
  if (finalOutcome !== null) return (finalOutcome === 1) === (outcome === 'yes') ? 2_000 : 0
  const yes = middleOf(market.bestBidYes, market.bestAskYes)
  if (yes === null) return null
  return 2 * (outcome === 'yes' ? yes : 1_000 - yes)
}

/** Trades as a spreadsheet reads them; a text that would be a formula there is kept a text. */
export function tradesAsCsv(trades: readonly Trade[], address: string): string {
  const head = ['time', 'market', 'part', 'side', 'outcome', 'price', 'shares', 'collateral', 'transaction']
  const rows = trades.map((trade) => [
    trade.createdAt,
    trade.marketAddress,
    trade.takerAddress === address ? 'taker' : 'maker',
    trade.side,
    trade.outcome,
    String(trade.price),
    trade.quantity,
    trade.amountUsd,
    trade.txId,
  ])
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')
}

const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
