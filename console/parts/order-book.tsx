import type { OrderBook } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { decimals } from '../lib/venue.ts'

type Level = OrderBook['yes']['bids'][number]

/** The book of yes as a ladder: asks above, bids below, bars as long as the quantity; a click takes the price. */
export function OrderBookLadder({ book, onPick }: { book: OrderBook; onPick(price: number): void }) {
  const { bids, asks } = book.yes
  const most = [...bids, ...asks].reduce((max, level) => (big(level) > max ? big(level) : max), 1n)
  const bestBid = bids[0]?.price
  const bestAsk = asks[0]?.price
  return (
    <table class="ladder">
      <caption>Order book of yes</caption>
      <thead>
        <tr>
          <th scope="col">Price</th>
          <th scope="col">Shares</th>
          <th scope="col">Orders</th>
        </tr>
      </thead>
      <tbody class="asks">
        {asks.toReversed().map((level) => (
          <Row key={level.price} level={level} most={most} onPick={onPick} />
        ))}
        {asks.length === 0 && <Nobody what="sells" />}
      </tbody>
      <tbody>
        <tr class="spread">
          <td colSpan={3}>
            {bestBid === undefined || bestAsk === undefined
              ? 'one side is empty'
              : `spread ${((bestAsk - bestBid) / 10).toFixed(1)}`}
          </td>
        </tr>
      </tbody>
      <tbody class="bids">
        {bids.map((level) => (
          <Row key={level.price} level={level} most={most} onPick={onPick} />
        ))}
        {bids.length === 0 && <Nobody what="buys" />}
      </tbody>
    </table>
  )
}

const big = ({ quantity }: Level): bigint => BigInt(quantity)

function Row({ level, most, onPick }: { level: Level; most: bigint; onPick(price: number): void }) {
  return (
    <tr>
      <td>
        <button type="button" class="price" onClick={() => onPick(level.price)}>
          {(level.price / 10).toFixed(1)}
        </button>
      </td>
      <td>
        <meter min={0} max={1000} value={Number((big(level) * 1000n) / most)} aria-hidden="true" />
        {formatAmount(big(level), decimals())}
      </td>
      <td>{level.orderCount}</td>
    </tr>
  )
}

const Nobody = ({ what }: { what: string }) => (
  <tr>
    <td colSpan={3} class="nobody">
      nobody {what}
    </td>
  </tr>
)
