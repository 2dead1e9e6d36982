import { useSignal } from '@preact/signals'
import type { Market } from 'sibyl/client'
import { api } from '../lib/api.ts'
import { useLoad } from '../lib/load.ts'
import { query, setQuery } from '../lib/route.ts'
import { MarketCard } from '../parts/market-card.tsx'
import { Trouble } from '../parts/trouble.tsx'

const pageSize = 48

const sorts = [
  ['trending', 'Trending'],
  ['created-at', 'Newest'],
  ['volume', 'Most traded'],
  ['recently-traded', 'Last traded'],
] as const

type Sort = (typeof sorts)[number][0]

/** What is asked, from the address bar, so that a link shows the same list to somebody else. */
function wish() {
  const words = query.value
  const sort = sorts.find(([name]) => name === words.get('sort'))?.[0] ?? 'trending'
  return {
    q: words.get('q') ?? '',
    category: words.get('category') ?? '',
    status: words.get('status') === 'resolved' ? ('resolved' as const) : ('open' as const),
    sort,
  }
}

export function MarketsPage() {
  const more = useSignal<readonly Market[]>([])
  const cursor = useSignal<string | null>(null)
  const first = useLoad(async (signal) => {
    const { q, category, status, sort } = wish()
    more.value = []
    const answer = await api.markets.list(
      {
        status,
        sort,
        limit: pageSize,
        facets: true,
        ...(q === '' ? {} : { q }),
        ...(category === '' ? {} : { category }),
      },
      { signal },
    )
    cursor.value = answer.pagination.nextCursor
    return answer
  })
  const loadMore = async () => {
    if (cursor.value === null) return
    const { q, category, status, sort } = wish()
    const answer = await api.markets.list({
      status,
      sort,
      limit: pageSize,
      cursor: cursor.value,
      ...(q === '' ? {} : { q }),
      ...(category === '' ? {} : { category }),
    })
    more.value = [...more.value, ...answer.markets]
    cursor.value = answer.pagination.nextCursor
  }
  const loaded = first.value
  const now = Date.now()
  return (
    <>
      <h1>Markets</h1>
      <Filters categories={loaded.state === 'ready' ? (loaded.value.facets?.categories ?? []) : []} />
      {loaded.state === 'loading' && <p role="status">Loading markets …</p>}
      {loaded.state === 'failed' && <Trouble what="The markets could not be read" error={loaded.error} />}
      {loaded.state === 'ready' && (
        <>
          <p class="soft" role="status">
            {loaded.value.pagination.total} {loaded.value.pagination.total === 1 ? 'market' : 'markets'}
          </p>
          {loaded.value.markets.length === 0 && (
            <p class="nobody">Nothing matches. Try fewer words, another category, or the resolved ones.</p>
          )}
          <div class="cards">
            {[...loaded.value.markets, ...more.value].map((market) => (
              <MarketCard key={market.id} market={market} now={now} />
            ))}
          </div>
          {cursor.value !== null && (
            <button type="button" class="more" onClick={() => void loadMore()}>
              Show more
            </button>
          )}
        </>
      )}
    </>
  )
}

function Filters({ categories }: { categories: readonly { name: string; count: number }[] }) {
  const { q, category, status, sort } = wish()
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
          {categories.map(({ name, count }) => (
            <option key={name} value={name}>
              {name} ({count})
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Show</span>
        <select value={status} onChange={(event) => setQuery({ status: event.currentTarget.value })}>
          <option value="open">unresolved</option>
          <option value="resolved">resolved</option>
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
