import type { Order, Position } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { api } from '../lib/api.ts'
import { cents } from '../lib/format.ts'
import { useLoad } from '../lib/load.ts'
import { follow } from '../lib/route.ts'
import { send } from '../lib/send.ts'
import { collateralSymbol, decimals } from '../lib/venue.ts'
import { connection, walletRevision } from '../lib/wallet.ts'
import { Trouble } from '../parts/trouble.tsx'

/** Everything of the connected wallet. */
export function PortfolioPage() {
  const mine = useLoad(async (signal) => {
    walletRevision.value
    const address = connection.value?.address
    if (address === undefined) return null
    const [orders, positions] = await Promise.all([
      api.users.orders({ address }, { signal }),
      api.users.positions({ address }, { signal }),
    ])
    return { orders: orders.orders, positions: positions.positions }
  })
  const loaded = mine.value
  return (
    <>
      <h1>Portfolio</h1>
      {connection.value === null && <p class="nobody">Connect a wallet, and see here what it holds.</p>}
      {loaded.state === 'failed' && <Trouble what="The portfolio could not be read" error={loaded.error} />}
      {loaded.state === 'ready' && loaded.value !== null && connection.value !== null && (
        <>
          <Positions positions={loaded.value.positions} />
          <OpenOrders orders={loaded.value.orders} />
        </>
      )}
    </>
  )
}

function Positions({ positions }: { positions: readonly Position[] }) {
  const held = positions.filter(({ shares, isSettled }) => shares !== '0' && !isSettled)
  if (held.length === 0) return <p class="nobody">You hold no shares. Pick a market and buy some.</p>
  return (
    <div class="scroll">
      <table class="list">
        <caption>Positions</caption>
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col">Outcome</th>
            <th scope="col" class="number">
              Shares
            </th>
            <th scope="col" class="number">
              Bought at
            </th>
            <th scope="col" class="number">
              Pays if right, {collateralSymbol()}
            </th>
          </tr>
        </thead>
        <tbody>
          {held.map((position) => (
            <tr key={position.id}>
              <td>market {position.marketId}</td>
              <td>
                <span class={position.positionType}>{position.positionType}</span>
              </td>
              <td class="number">{formatAmount(BigInt(position.shares), decimals())}</td>
              <td class="number">{cents(position.entryPrice)}</td>
              <td class="number">{formatAmount(BigInt(position.potentialPayout), decimals())}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function OpenOrders({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return <p class="nobody">No order of yours waits in a book.</p>
  const cancel = (order: Order) =>
    send(
      `Cancel order ${order.orderId}`,
      { kind: 'cancelOrderByPost', address: order.marketAddress, id: order.orderId },
      ['What it holds comes back to your wallet.'],
    )
  return (
    <div class="scroll">
      <table class="list">
        <caption>Open orders</caption>
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col">Order</th>
            <th scope="col" class="number">
              Price
            </th>
            <th scope="col" class="number">
              Left
            </th>
            <th scope="col">
              <span class="unseen">Cancel</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                <a href={`/m/${order.marketAddress}`} onClick={follow}>
                  market {order.marketId}
                </a>
              </td>
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
    </div>
  )
}
