import type { Trade } from 'sibyl/client'
import { isSameWallet } from './wallet-address.ts'

/** Trades as a spreadsheet reads them; a text that would be a formula there is kept a text. */
export function tradesAsCsv(trades: readonly Trade[], address: string): string {
  const head = ['time', 'market', 'part', 'side', 'outcome', 'price', 'shares', 'collateral', 'transaction']
  const rows = trades.map((trade) => [
    trade.createdAt,
    trade.marketAddress,
    isSameWallet(trade.takerAddress, address) ? 'taker' : 'maker',
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
