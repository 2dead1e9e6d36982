import { useComputed, useSignal } from '@preact/signals'
import type { MarketFacets, StreamMessage } from 'sibyl/client'
import { nowMs } from '../lib/clock.ts'
import { groupMarkets } from '../lib/group-markets.ts'
import { type ListedMarket, listedAfter, listedFields, toListed } from '../lib/listed-market.ts'
import { useLiveLoad } from '../lib/load.ts'
import { COUNTED_UP_TO, marketCount } from '../lib/market-count.ts'
import { reader } from '../lib/reader.ts'
import { query, setQuery } from '../lib/route.ts'
import { EventCard, MarketCard } from '../parts/market-card.tsx'
import { Trouble } from '../parts/trouble.tsx'

const pageSize = 48

const sorts = [
  ['trending', 'Trending'],
  ['created-at', 'Newest'],
  ['volume', 'Most traded'],
  ['recently-traded', 'Last traded'],
  ['ends-at', 'Ending soon'],
] as const

type Sort = (typeof sorts)[number][0]

const shows = [
  ['', 'unresolved'],
  ['open', 'trading'],
  ['disputed', 'disputed'],
  ['resolved', 'resolved'],
] as const

/** What is asked, from the address bar, so that a link shows the same list to somebody else. */
function wish() {
  const words = query.value
  return {
    q: words.get('q') ?? '',
    category: words.get('category') ?? '',
    show: shows.find(([name]) => name === words.get('show'))?.[0] ?? '',
    sort: sorts.find(([name]) => name === words.get('sort'))?.[0] ?? 'trending',
  }
}

interface MarketsView {
  readonly markets: readonly ListedMarket[]
  readonly count: string
  readonly cursor: string | null
}

async function ask(cursor: string | null, signal?: AbortSignal): Promise<MarketsView> {
  const { q, category, show, sort } = wish()
  // Of all markets and of a category the venue keeps the number; matches it counts.
  const bound = q === '' && show === '' ? {} : { countUpTo: COUNTED_UP_TO }
  const { markets, pagination } = await reader().markets.list(
    {
      sort,
      limit: pageSize,
      fields: listedFields,
      ...bound,
      ...(cursor === null ? {} : { cursor }),
      ...(q === '' ? {} : { q }),
      ...(category === '' ? {} : { category }),
      ...(show === '' ? {} : { state: show }),
    },
    signal === undefined ? {} : { signal },
  )
  return {
    markets: markets.map(toListed),
    count: marketCount(pagination.total, bound.countUpTo),
    cursor: pagination.nextCursor,
  }
}

/**
 * The categories of what is searched for, whichever of them is picked. On their own and behind the list: how hundreds of
 * thousands of matches divide takes much longer than to show the first of them, and may be refused.
 */
async function askCategories(signal: AbortSignal): Promise<MarketFacets['categories']> {
  const { q, show } = wish()
  const { facets } = await reader().markets.list(
    {
      limit: 1,
      fields: 'id',
      facets: true,
      countUpTo: 1,
      ...(q === '' ? {} : { q }),
      ...(show === '' ? {} : { state: show }),
    },
    { signal, attemptsMax: 1 },
  )
  return facets?.categories ?? []
}

/** Prices move where they stand; a new market comes with a new list, unless somebody is far down in the old one. */
function afterMessage(view: MarketsView, message: StreamMessage): MarketsView | 'again' {
  if (message.type === 'created' || message.type === 'removed')
    return view.markets.length <= pageSize ? 'again' : view
  const index = view.markets.findIndex((market) => listedAfter(market, message) !== market)
  const market = view.markets[index]
  if (market === undefined) return view
  return { ...view, markets: view.markets.with(index, listedAfter(market, message)) }
}

export function MarketsPage() {
  const loaded = useLiveLoad<MarketsView>(['markets'], (signal) => ask(null, signal), afterMessage)
  const now = loaded.value
  const isListed = useComputed(() => loaded.value.state !== 'loading')
  const categories = useLiveLoad(
    ['markets'],
    async (signal) => (isListed.value ? askCategories(signal) : []),
    (value, { type }) => (type === 'created' || type === 'removed' ? 'again' : value),
  ).value
  const refused = useSignal<{ readonly asked: URLSearchParams; readonly error: unknown } | null>(null)
  /** Onto the list that it continues: meanwhile another may be asked for, or this one asked for twice. */
  const loadMore = async ({ cursor }: MarketsView) => {
    const asked = query.peek()
    refused.value = null
    try {
      const next = await ask(cursor)
      const shown = loaded.peek()
      if (query.peek() !== asked || shown.state !== 'ready' || shown.value.cursor !== cursor) return
      const markets = [...shown.value.markets, ...next.markets]
      loaded.value = { state: 'ready', value: { ...shown.value, markets, cursor: next.cursor } }
    } catch (error) {
      refused.value = { asked, error }
    }
  }
  return (
    <>
      <h1>Markets</h1>
      <Filters categories={categories.state === 'ready' ? categories.value : []} />
      {now.state === 'loading' && <p role="status">Loading markets …</p>}
      {now.state === 'failed' && <Trouble what="The markets could not be read" error={now.error} />}
      {now.state === 'ready' && <List view={now.value} onMore={() => void loadMore(now.value)} />}
      {refused.value?.asked === query.value && (
        <Trouble what="No more could be read" error={refused.value.error} />
      )}
    </>
  )
}

function List({ view, onMore }: { view: MarketsView; onMore(): void }) {
  const now = nowMs()
  return (
    <>
      <p class="soft" role="status">
        {view.count}
      </p>
      {view.markets.length === 0 && (
        <p class="nobody">Nothing matches. Try fewer words, another category, or the resolved ones.</p>
      )}
      <div class="cards">
        {groupMarkets(view.markets).map((entry) =>
          entry.kind === 'market' ? (
            <MarketCard key={entry.market.id} market={entry.market} now={now} />
          ) : (
            <EventCard
              key={`event ${entry.proposalId}`}
              question={entry.question}
              legs={entry.legs}
              now={now}
            />
          ),
        )}
      </div>
      {view.cursor !== null && (
        <button type="button" class="more" onClick={onMore}>
          Show more
        </button>
      )}
    </>
  )
}

function Filters({ categories }: { categories: readonly { name: string; count: number }[] }) {
  const { q, category, show, sort } = wish()
  const isAbsent = category !== '' && !categories.some(({ name }) => name === category)
  return (
    <search class="filters">
      <label>
        <span>Search</span>
        <input
          type="search"
          maxLength={200}
          value={q}
          placeholder="words, “a phrase”, -without"
          onChange={(event) => setQuery({ q: event.currentTarget.value.trim() })}
        />
      </label>
      <label>
        <span>Category</span>
        <select value={category} onChange={(event) => setQuery({ category: event.currentTarget.value })}>
          <option value="">all</option>
          {isAbsent && <option value={category}>{category}</option>}
          {categories.map(({ name, count }) => (
            <option key={name} value={name}>
              {name} ({count})
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Show</span>
        <select value={show} onChange={(event) => setQuery({ show: event.currentTarget.value })}>
          {shows.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Order</span>
        <select value={sort} onChange={(event) => setQuery({ sort: event.currentTarget.value as Sort })}>
          {sorts.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </search>
  )
}
