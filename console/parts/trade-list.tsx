import { useRef } from 'preact/hooks'
import type { Trade } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { cents, shortTime, zonedTime } from '../lib/format.ts'
import { decimals } from '../lib/venue.ts'

const shown = 16

export function TradeList({ trades }: { trades: readonly Trade[] }) {
  const lastBefore = useRef(trades[0]?.id ?? 0)
  return (
    <section class="panel" aria-label="Trades">
      {trades.length === 0 ? (
        <>
          <h2>Latest trades</h2>
          <p class="nobody">No trades yet. The first order that meets another makes one.</p>
        </>
      ) : (
        <table class="list trades">
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
            {trades.slice(0, shown).map((trade) => (
              <tr key={trade.id} class={trade.id > lastBefore.current ? 'flash' : ''}>
                <td title={zonedTime(trade.createdAt)}>{shortTime(trade.createdAt)}</td>
                <td>
                  {trade.side === 'buy' ? 'bought' : 'sold'}{' '}
                  <span class={trade.outcome}>{trade.outcome}</span>
                </td>
                <td class="number">{cents(trade.price)}</td>
                <td class="number">{formatAmount(BigInt(trade.quantity), decimals())}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
