import type { ComponentChildren } from 'preact'
import { follow, path } from '../lib/route.ts'
import { WalletMenu } from './wallet-menu.tsx'

const places: readonly (readonly [to: string, name: string])[] = [
  ['/', 'Markets'],
  ['/portfolio', 'Portfolio'],
  ['/parlays', 'Parlays'],
  ['/govern', 'Govern'],
  ['/keys', 'Keys'],
  ['/venue', 'Venue'],
]

export function Frame({ children }: { children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="bar">
        <a class="brand" href="/" onClick={follow}>
          Sibyl
        </a>
        <nav aria-label="Main">
          {places.map(([to, name]) => (
            <a key={to} href={to} onClick={follow} aria-current={path.value === to ? 'page' : undefined}>
              {name}
            </a>
          ))}
          <a href="/docs">Reference</a>
        </nav>
        <WalletMenu />
      </header>
      <main id="content">{children}</main>
    </>
  )
}
