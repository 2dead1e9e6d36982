import type { Trade } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { localTime, zonedTime } from '../lib/format.ts'
import { decimals } from '../lib/venue.ts'

export function TradeList({ trades }: { trades: readonly Trade[] }) {
  if (trades.length === 0)
    return <p class="nobody">No trades yet. The first order that meets another makes one.</p>
  return (
    <table class="list">
      <caption>Latest trades</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Taker</th>
          <th scope="col" class="number">
            Price
          </th>
          <th scope="col" class="number">
            Shares
          </th>
        </tr>
      </thead>
      <tbody>
        {trades.map((trade) => (
          <tr key={trade.id}>
            <td title={zonedTime(trade.createdAt)}>{localTime(trade.createdAt)}</td>
            <td>
              {trade.side === 'buy' ? 'bought' : 'sold'} <span class={trade.outcome}>{trade.outcome}</span>
            </td>
            <td class="number">{(trade.price / 10).toFixed(1)}</td>
            <td class="number">{formatAmount(BigInt(trade.quantity), decimals())}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
