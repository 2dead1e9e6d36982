import type { Order } from 'sibyl/client'
import { cents } from '../lib/format.ts'
import { orderWords, sharesLeft } from '../lib/order-words.ts'
import { follow } from '../lib/route.ts'
import { send } from '../lib/send.ts'
import { decimals } from '../lib/venue.ts'

/** Orders of this wallet that wait, each with its way out. `questionOf` names the market where several are shown. */
export function OrderTable({
  orders,
  questionOf,
}: {
  orders: readonly Order[]
  questionOf?: (order: Order) => string
}) {
  const cancel = (order: Order) =>
    send(
      `Cancel order ${order.orderId}`,
      { kind: 'cancelOrderByPost', address: order.marketAddress, id: order.orderId },
      [
        `Cancel your order to ${orderWords(order, questionOf?.(order) ?? null, decimals())}: what it holds comes back to your wallet.`,
      ],
    )
  return (
    <table class={questionOf === undefined ? 'list' : 'list stacks'}>
      <caption>Open orders</caption>
      <thead>
        <tr>
          {questionOf !== undefined && <th scope="col">Market</th>}
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
            {questionOf !== undefined && (
              <td class="question">
                <a href={`/m/${order.marketAddress}`} onClick={follow}>
                  {questionOf(order)}
                </a>
              </td>
            )}
            <td data-label="Order">
              {order.side} <span class={order.outcome}>{order.outcome}</span>
            </td>
            <td class="number" data-label="Price">
              {cents(order.price)}
            </td>
            <td class="number" data-label="Left">
              {sharesLeft(order, decimals())}
            </td>
            <td class="number">
              <button type="button" class="quiet small" onClick={() => void cancel(order)}>
                Cancel
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
