import type { Market, Order, Position } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { api } from '../lib/api.ts'
import { cents } from '../lib/format.ts'
import { useLoad } from '../lib/load.ts'
import { send } from '../lib/send.ts'
import { decimals } from '../lib/venue.ts'
import { connection, walletRevision } from '../lib/wallet.ts'

/** This wallet in this market: what it holds, and what waits in the book. */
export function MyOrders({ market, onChanged }: { market: Market; onChanged(): void }) {
  const mine = useLoad(async (signal) => {
    walletRevision.value
    const address = connection.value?.address
    if (address === undefined) return null
    const [orders, positions] = await Promise.all([
      api.users.orders({ address, marketAddress: market.marketAddress }, { signal }),
      api.users.positions({ address, marketId: market.id }, { signal }),
    ])
    return { orders: orders.orders, positions: positions.positions }
  })
  const loaded = mine.value
  if (connection.value === null || loaded.state !== 'ready' || loaded.value === null) return null
  const { orders, positions } = loaded.value
  const cancel = async (order: Order) => {
    const words = [`Cancel your order ${order.orderId}: what it holds comes back to your wallet.`]
    const request = {
      kind: 'cancelOrderByPost' as const,
      address: market.marketAddress,
      id: order.orderId,
    }
    if (await send(`Cancel order ${order.orderId}`, request, words)) onChanged()
  }
  return (
    <section aria-label="My position">
      <h2>Mine</h2>
      {positions.length === 0 && <p class="nobody">You hold nothing here yet.</p>}
      {positions.length > 0 && <Holdings positions={positions} />}
      {orders.length > 0 && (
        <table class="list">
          <caption>Open orders</caption>
          <tbody>
            {orders.map((order) => (
              <tr key={order.orderId}>
                <td>
                  {order.side} <span class={order.outcome}>{order.outcome}</span>
                </td>
                <td class="number">{cents(order.price)}</td>
                <td class="number">
                  {formatAmount(BigInt(order.quantity) - BigInt(order.filled), decimals())}
                </td>
                <td>
                  <button type="button" class="quiet" onClick={() => void cancel(order)}>
                    Cancel
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
          {position.entryPrice !== null && ` at ${cents(position.entryPrice)}`}
        </li>
      ))}
    </ul>
  )
}
