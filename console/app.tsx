import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { path } from './lib/route.ts'
import { askVenue } from './lib/venue.ts'
import { reconnect } from './lib/wallet.ts'
import { GovernPage } from './pages/govern.tsx'
import { KeysPage } from './pages/keys.tsx'
import { MarketPage } from './pages/market.tsx'
import { MarketsPage } from './pages/markets.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { ParlaysPage } from './pages/parlays.tsx'
import { PortfolioPage } from './pages/portfolio.tsx'
import { VenuePage } from './pages/venue.tsx'
import { Frame } from './parts/frame.tsx'
import { SendSheet } from './parts/send-sheet.tsx'

const pages: readonly (readonly [pattern: RegExp, page: ComponentType])[] = [
  [/^\/$/, MarketsPage],
  [/^\/m\/[^/]+$/, MarketPage],
  [/^\/portfolio$/, PortfolioPage],
  [/^\/parlays$/, ParlaysPage],
  [/^\/govern$/, GovernPage],
  [/^\/keys$/, KeysPage],
  [/^\/venue$/, VenuePage],
]

export function App() {
  const Page = pages.find(([pattern]) => pattern.test(path.value))?.[1] ?? NotFoundPage
  useEffect(() => {
    void askVenue()
      .then(reconnect)
      .catch(() => undefined)
  }, [])
  return (
    <Frame>
      <Page key={path.value} />
      <SendSheet />
    </Frame>
  )
}
