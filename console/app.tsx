import type { ComponentType } from 'preact'
import { path } from './lib/route.ts'
import { MarketsPage } from './pages/markets.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { Frame } from './parts/frame.tsx'

const pages: readonly (readonly [pattern: RegExp, page: ComponentType])[] = [[/^\/$/, MarketsPage]]

export function App() {
  const Page = pages.find(([pattern]) => pattern.test(path.value))?.[1] ?? NotFoundPage
  return (
    <Frame>
      <Page />
    </Frame>
  )
}
