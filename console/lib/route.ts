import { signal } from '@preact/signals'

/** Where we are: path and query of the address bar. */
export const path = signal(location.pathname)
export const query = signal(new URLSearchParams(location.search))

addEventListener('popstate', read)

function read(): void {
  path.value = location.pathname
  query.value = new URLSearchParams(location.search)
}

function go(to: string): void {
  history.pushState(null, '', to)
  read()
  scrollTo(0, 0)
}

/** The same page with other words in its query; empty ones go. A back button skips what was only typed. */
export function setQuery(changes: Readonly<Record<string, string>>): void {
  const next = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  const text = next.toString()
  history.replaceState(null, '', text === '' ? location.pathname : `?${text}`)
  read()
}

/** For links: a plain click stays on this page, anything else is the browser's. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  go(link.pathname + link.search)
}
