import type { Market, Position } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { cents } from '../lib/format.ts'
import type { Mine } from '../lib/mine.ts'
import { questionOf } from '../lib/question-of.ts'
import { quoted } from '../lib/quoted.ts'
import { send } from '../lib/send.ts'
import { decimals } from '../lib/venue.ts'
import { OrderTable } from './order-table.tsx'

/** This wallet in this market: what it holds, and what waits in the book. */
export function MyOrders({ market, mine: { orders, positions } }: { market: Market; mine: Mine }) {
  const held = positions.filter(({ shares }) => shares !== '0')
  // Where nothing can be bought any more, having nothing needs no words.
  if (market.state !== 'open' && held.length === 0 && orders.length === 0) return null
  const settle = () =>
    send('Settle', { kind: 'settle', address: market.marketAddress }, [
      `What your shares of ${quoted(questionOf(market))} pay comes to your wallet.`,
    ])
  return (
    <section class="panel" aria-label="My position">
      <h2>Mine</h2>
      {held.length === 0 && <p class="nobody">You hold nothing here yet.</p>}
      {held.length > 0 && <Holdings positions={held} />}
      {orders.length > 0 && <OrderTable orders={orders} />}
      {market.resolved && held.some(({ isSettled }) => !isSettled) && (
        <button type="button" class="main" onClick={() => void settle()}>
          Settle
        </button>
      )}
    </section>
  )
}

function Holdings({ positions }: { positions: readonly Position[] }) {
  return (
    <ul class="holdings">
      {positions.map((position) => (
        <li key={position.positionType}>
          <strong>{formatAmount(BigInt(position.shares), decimals())}</strong>{' '}
          <span class={position.positionType}>{position.positionType}</span>
          {position.entryPrice !== null && ` bought at ${cents(position.entryPrice)}`}
          {position.isSettled && ', paid out'}
        </li>
      ))}
    </ul>
  )
}
