import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import icon from '../icon.svg'
import { follow, path } from '../lib/route.ts'
import { isDevnet, venue } from '../lib/venue.ts'
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

const docs = ['/guide', 'Docs'] as const

export function Frame({ children }: { children: ComponentChildren }) {
  const nav = useRef<HTMLElement>(null)
  const now = path.value
  const isAsked = venue.value !== null
  // Where the places do not fit, the one we are at is shown.
  useEffect(() => {
    const list = nav.current
    const current = list?.querySelector<HTMLElement>('[aria-current]')
    if (list && current) list.scrollLeft = current.offsetLeft - list.clientWidth / 2
  }, [now, isAsked])
  return (
    <>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="bar">
        <a class="brand" href="/" onClick={follow} aria-label="Sibyl">
          <img src={icon} alt="" width={26} height={26} />
          <span class="name">Sibyl</span>
        </a>
        <nav ref={nav} aria-label="Main">
          {[...places, ...(isDevnet() ? [['/devnet', 'Devnet'] as const] : []), docs].map(([to, name]) => (
            <a key={to} href={to} onClick={follow} aria-current={isAt(to) ? 'page' : undefined}>
              {name}
            </a>
          ))}
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

/** Pages below a place belong to it. */
const isAt = (to: string): boolean =>
  path.value === to || path.value.startsWith(to === '/' ? '/m/' : `${to}/`)
