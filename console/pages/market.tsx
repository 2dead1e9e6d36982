import { useSignal } from '@preact/signals'
import { api } from '../lib/api.ts'
import { cents, duration, localTime, zonedTime } from '../lib/format.ts'
import { useLoad } from '../lib/load.ts'
import { path } from '../lib/route.ts'
import { MyOrders } from '../parts/my-orders.tsx'
import { OrderBookLadder } from '../parts/order-book.tsx'
import { Ticket, type TicketState } from '../parts/ticket.tsx'
import { TradeList } from '../parts/trade-list.tsx'
import { Trouble } from '../parts/trouble.tsx'

const bookDepth = 12
const tradesShown = 20

export function MarketPage() {
  const address = path.value.split('/')[2] ?? ''
  const revision = useSignal(0)
  const ticket = useSignal<TicketState>({ outcome: 'yes', side: 'buy', price: '' })
  const loaded = useLoad(async (signal) => {
    revision.value
    const [market, book, trades] = await Promise.all([
      api.markets.get({ address }, { signal }),
      api.markets.orderBook({ address, depth: bookDepth }, { signal }),
      api.markets.trades({ address, limit: tradesShown }, { signal }),
    ])
    return { market, book, trades: trades.trades }
  }).value
  const again = () => {
    revision.value++
  }
  if (loaded.state === 'loading') return <p role="status">Loading the market …</p>
  if (loaded.state === 'failed') return <Trouble what="This market could not be read" error={loaded.error} />
  const { market, book, trades } = loaded.value
  const left = Date.parse(market.endsAt) - Date.now()
  const pick = (outcome: TicketState['outcome']) => {
    ticket.value = { outcome, side: 'buy', price: '' }
  }
  return (
    <div class="market">
      <section class="head">
        <p class="crumbs">
          {market.category} <span class={`badge ${market.state}`}>{market.state}</span>
        </p>
        {market.masterQuestion !== null && <p class="soft">{market.masterQuestion}</p>}
        <h1>{market.question}</h1>
        <p class="soft">
          {left > 0 ? `Trading ends in ${duration(left)}` : 'Trading ended'},{' '}
          <time dateTime={market.endsAt} title={zonedTime(market.endsAt)}>
            {localTime(market.endsAt)}
          </time>
        </p>
        <div class="row big">
          <button type="button" class="yes" onClick={() => pick('yes')}>
            Yes {cents(market.bestAskYes)}
          </button>
          <button type="button" class="no" onClick={() => pick('no')}>
            No {cents(market.bestAskNo)}
          </button>
        </div>
      </section>
      <aside>
        {market.state === 'open' && (
          <Ticket
            market={market}
            book={book}
            state={ticket.value}
            onState={(next) => {
              ticket.value = next
            }}
            onPlaced={again}
          />
        )}
        <MyOrders market={market} onChanged={again} />
      </aside>
      <section class="body">
        <OrderBookLadder
          book={book}
          onPick={(price) => {
            ticket.value = { ...ticket.value, outcome: 'yes', price: cents(price) }
          }}
        />
        <TradeList trades={trades} />
        <Texts rules={market.rules} sources={market.resolutionSources} />
      </section>
    </div>
  )
}

function Texts({ rules, sources }: { rules: string | null; sources: string | null }) {
  return (
    <section class="texts">
      <h2>Rules</h2>
      <p>{rules ?? 'None were given.'}</p>
      <h2>Sources</h2>
      <p>{sources ?? 'None were given.'}</p>
    </section>
  )
}
