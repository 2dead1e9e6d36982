import { useSignal } from '@preact/signals'
import { SibylError } from 'sibyl/client'
import { bothSides } from '../lib/book.ts'
import { nowMs } from '../lib/clock.ts'
import { centPrice, cents, duration, localTime, shortMoney, zonedTime } from '../lib/format.ts'
import { useLiveLoad } from '../lib/load.ts'
import { afterMessage, type MarketView, tradesShown } from '../lib/market-view.ts'
import { pricesOf, useMine } from '../lib/mine.ts'
import { reader } from '../lib/reader.ts'
import { follow, path } from '../lib/route.ts'
import { useBook } from '../lib/use-book.ts'
import { collateralSymbol, decimals } from '../lib/venue.ts'
import { connection } from '../lib/wallet.ts'
import { DepthChart } from '../parts/depth-chart.tsx'
import { MyOrders } from '../parts/my-orders.tsx'
import { OrderBookLadder } from '../parts/order-book.tsx'
import { PriceChart } from '../parts/price-chart.tsx'
import { Resolution } from '../parts/resolution.tsx'
import { Ticket, type TicketState } from '../parts/ticket.tsx'
import { TradeList } from '../parts/trade-list.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { NotFoundPage } from './not-found.tsx'

export function MarketPage() {
  const address = path.value.split('/')[2] ?? ''
  const loaded = useLiveLoad<MarketView>(
    [`market:${address}`],
    async (signal) => {
      const [market, { trades }] = await Promise.all([
        reader().markets.get({ address }, { signal }),
        reader().markets.trades({ address, limit: tradesShown }, { signal }),
      ])
      return { market, trades }
    },
    afterMessage,
  ).value
  if (loaded.state === 'loading') return <p role="status">Loading the market …</p>
  if (loaded.state === 'failed' && isNowhere(loaded.error)) return <NotFoundPage />
  if (loaded.state === 'failed') return <Trouble what="This market could not be read" error={loaded.error} />
  return <MarketBody {...loaded.value} />
}

/** No market has this address, or none can have it. */
const isNowhere = (error: unknown): boolean =>
  error instanceof SibylError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_REQUEST')

const finals = ['', 'Yes', 'No', 'Void']

function MarketBody({ market, trades }: MarketView) {
  const ticket = useSignal<TicketState>({ outcome: 'yes', side: 'buy', price: '', picks: 0 })
  const book = useBook(market.marketAddress).value
  const mine = useMine(market).value
  const own = mine.state === 'ready' ? mine.value : null
  const left = Date.parse(market.endsAt) - nowMs()
  const isOpen = market.state === 'open'
  const pick = (picked: Partial<TicketState>) => {
    ticket.value = { ...ticket.value, ...picked, picks: ticket.value.picks + 1 }
  }
  return (
    <div class="market">
      <section class="head">
        <p class="crumbs">
          <a href={`/?category=${encodeURIComponent(market.category ?? '')}`} onClick={follow}>
            {market.category}
          </a>{' '}
          <span class={`badge ${market.state}`}>{market.state}</span>
        </p>
        {market.masterQuestion !== null && <p class="soft">{market.masterQuestion}</p>}
        <h1>{market.question}</h1>
        <p class="soft meta">
          <span>{left > 0 ? `Trading ends in ${duration(left)}` : 'Trading ended'}</span>
          <time dateTime={market.endsAt} title={zonedTime(market.endsAt)}>
            {localTime(market.endsAt)}
          </time>
          <span>
            Volume {shortMoney(market.volume, decimals())} {collateralSymbol()}
          </span>
        </p>
        {market.finalOutcome !== null && (
          <p class="verdict">
            Resolved: <strong>{finals[market.finalOutcome]}</strong>
          </p>
        )}
        {isOpen && (
          <div class="row big">
            <button
              type="button"
              class="yes"
              onClick={() => pick({ outcome: 'yes', side: 'buy', price: '' })}
            >
              Yes {centPrice(market.bestAskYes)}
            </button>
            <button type="button" class="no" onClick={() => pick({ outcome: 'no', side: 'buy', price: '' })}>
              No {centPrice(market.bestAskNo)}
            </button>
          </div>
        )}
      </section>
      <aside>
        {isOpen && book !== null && (
          <Ticket
            market={market}
            book={bothSides(book)}
            state={ticket.value}
            onState={(next) => {
              ticket.value = next
            }}
          />
        )}
        {!isOpen && <Resolution market={market} />}
        {own !== null && connection.value !== null && <MyOrders market={market} mine={own} />}
      </aside>
      <div class="body">
        <PriceChart market={market} />
        <div class="pair">
          {book !== null && (isOpen || book.bids.length + book.asks.length > 0) && (
            <OrderBookLadder
              book={book}
              own={pricesOf(own?.orders ?? [])}
              onPick={isOpen ? (price) => pick({ outcome: 'yes', price: cents(price) }) : null}
            />
          )}
          <TradeList trades={trades} />
        </div>
        {book !== null && <DepthChart book={book} />}
        <div class="pair">
          <Texts market={market} />
          {isOpen && <Resolution market={market} />}
        </div>
      </div>
    </div>
  )
}

/** Everything here is a stranger's: text stays text, and nothing is loaded from where it points. */
function Texts({ market }: { market: MarketView['market'] }) {
  const { rules, resolutionSources, imageUrl, tags, metadata } = market
  return (
    <section class="panel texts" aria-label="Rules and sources">
      <h2>Rules</h2>
      <p>{rules ?? 'None were given.'}</p>
      <h2>Sources</h2>
      <p>{resolutionSources ?? 'None were given.'}</p>
      {imageUrl !== null && (
        <>
          <h2>Picture</h2>
          <p>
            <a href={imageUrl} target="_blank" rel="noopener noreferrer nofollow">
              {imageUrl}
            </a>{' '}
            <span class="soft">is somewhere else, and is not loaded here.</span>
          </p>
        </>
      )}
      {tags.length > 0 && (
        <p class="row tags">
          {tags.map((tag) => (
            <span key={tag} class="badge">
              {tag}
            </span>
          ))}
        </p>
      )}
      {metadata !== null && (
        <details>
          <summary>What else the proposer said</summary>
          <pre class="challenge">{JSON.stringify(metadata, null, 2)}</pre>
        </details>
      )}
    </section>
  )
}
