import { api } from '../lib/api.ts'
import { useLoad } from '../lib/load.ts'
import { MarketCard } from '../parts/market-card.tsx'

export function MarketsPage() {
  const markets = useLoad((signal) => api.markets.list({ status: 'all', limit: 50 }, { signal }))
  const loaded = markets.value
  return (
    <>
      <h1>Markets</h1>
      {loaded.state === 'loading' && <p role="status">Loading markets …</p>}
      {loaded.state === 'failed' && <p role="alert">The markets could not be read: {String(loaded.error)}</p>}
      {loaded.state === 'ready' && (
        <div class="cards">
          {loaded.value.markets.map((market) => (
            <MarketCard key={market.id} market={market} now={Date.now()} />
          ))}
        </div>
      )}
    </>
  )
}
