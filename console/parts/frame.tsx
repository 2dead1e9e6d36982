import type { ComponentChildren } from 'preact'
import icon from '../icon.svg'
import { follow, path } from '../lib/route.ts'
import { isDevnet } from '../lib/venue.ts'
import { LiveState, ReorgLine } from './live-state.tsx'
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
          <img src={icon} alt="" width={26} height={26} />
          Sibyl
        </a>
        <nav aria-label="Main">
          {[...places, ...(isDevnet() ? [['/devnet', 'Devnet'] as const] : [])].map(([to, name]) => (
            <a key={to} href={to} onClick={follow} aria-current={isAt(to) ? 'page' : undefined}>
              {name}
            </a>
          ))}
          <a href="/docs">Reference</a>
        </nav>
        <LiveState />
        <WalletMenu />
      </header>
      <ReorgLine />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

const isAt = (to: string): boolean => path.value === to || (to === '/' && path.value.startsWith('/m/'))
