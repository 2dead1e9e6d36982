import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { path } from './lib/route.ts'
import { askVenue, venue, venueTrouble } from './lib/venue.ts'
import { reconnect } from './lib/wallet.ts'
import { DevnetPage } from './pages/devnet.tsx'
import { GovernPage } from './pages/govern.tsx'
import { GuidePage } from './pages/guide.tsx'
import { KeysPage } from './pages/keys.tsx'
import { MarketPage } from './pages/market.tsx'
import { MarketsPage } from './pages/markets.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { ParlaysPage } from './pages/parlays.tsx'
import { PortfolioPage } from './pages/portfolio.tsx'
import { VenuePage } from './pages/venue.tsx'
import { Frame } from './parts/frame.tsx'
import { SendSheet } from './parts/send-sheet.tsx'
import { Trouble } from './parts/trouble.tsx'

const pages: readonly (readonly [pattern: RegExp, page: ComponentType])[] = [
  [/^\/$/, MarketsPage],
  [/^\/m\/[1-9A-HJ-NP-Za-km-z]{30,80}(:[0-3])?$/, MarketPage],
  [/^\/portfolio$/, PortfolioPage],
  [/^\/parlays$/, ParlaysPage],
  [/^\/govern$/, GovernPage],
  [/^\/keys$/, KeysPage],
  [/^\/venue$/, VenuePage],
  [/^\/devnet$/, DevnetPage],
  [/^\/guide(\/[a-z-]+)?$/, GuidePage],
]

export function App() {
  useEffect(() => {
    void askVenue().then(reconnect)
  }, [])
  return (
    <Frame>
      <Content />
      <SendSheet />
    </Frame>
  )
}

function Content() {
  const Page = pages.find(([pattern]) => pattern.test(path.value))?.[1] ?? NotFoundPage
  if (venueTrouble.value !== null)
    return <Trouble what="The venue does not answer" error={venueTrouble.value} />
  if (venue.value === null) return <p role="status">Asking the service …</p>
  return <Page key={path.value} />
}
