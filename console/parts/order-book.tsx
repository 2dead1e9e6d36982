import type { LocalBook } from 'sibyl/client'
import { formatAmount } from '../lib/amount.ts'
import { cents } from '../lib/format.ts'
import { useChanged } from '../lib/use-changed.ts'
import { decimals } from '../lib/venue.ts'

type Level = LocalBook['bids'][number]

const levelsShown = 8

interface LadderProps {
  readonly book: Pick<LocalBook, 'bids' | 'asks'>
  /** Prices of yes at which this wallet's own orders rest. */
  readonly own: ReadonlySet<number>
  /** Null where nothing can be ordered any more. */
  readonly onPick: ((price: number) => void) | null
}

/** The book of yes as a ladder: asks above, bids below, bars as long as the quantity; a click takes the price. */
export function OrderBookLadder({ book, own, onPick }: LadderProps) {
  const bids = book.bids.slice(0, levelsShown)
  const asks = book.asks.slice(0, levelsShown)
  const most = [...bids, ...asks].reduce((max, level) => (big(level) > max ? big(level) : max), 1n)
  const bestBid = bids[0]?.price
  const bestAsk = asks[0]?.price
  const row = (level: Level) => (
    <Row key={level.price} level={level} most={most} isOwn={own.has(level.price)} onPick={onPick} />
  )
  return (
    <section class="panel">
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
          {asks.toReversed().map(row)}
          {asks.length === 0 && <Nobody what="sells" />}
        </tbody>
        <tbody>
          <tr class="spread">
            <td colSpan={3}>
              {bestBid === undefined || bestAsk === undefined
                ? 'no spread: a side is empty'
                : `spread ${cents(bestAsk - bestBid)}`}
            </td>
          </tr>
        </tbody>
        <tbody class="bids">
          {bids.map(row)}
          {bids.length === 0 && <Nobody what="buys" />}
        </tbody>
      </table>
      {onPick !== null && (
        <p class="soft small">
          {own.size > 0 && (
            <>
              <span class="own-mark">●</span> yours.{' '}
            </>
          )}
          A click on a price fills the ticket.
        </p>
      )}
    </section>
  )
}

const big = ({ quantity }: Level): bigint => BigInt(quantity)

function Row({
  level,
  most,
  isOwn,
  onPick,
}: {
  level: Level
  most: bigint
  isOwn: boolean
  onPick: ((price: number) => void) | null
}) {
  const isNew = useChanged(level.quantity)
  const part = Number((big(level) * 1000n) / most) / 10
  return (
    <tr class={isOwn ? 'own' : ''} style={{ '--part': `${part}%` }}>
      <td>
        {onPick === null ? (
          <span class="price">{cents(level.price)}</span>
        ) : (
          <button type="button" class="price" onClick={() => onPick(level.price)}>
            {cents(level.price)}
            {isOwn && <span class="unseen"> yours</span>}
          </button>
        )}
      </td>
      {/* Another quantity is another cell: it lights up once. */}
      <td key={level.quantity} class={isNew ? 'flash' : ''}>
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
