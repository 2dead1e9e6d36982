import { signal } from '@preact/signals'

/** Where we are: path and query of the address bar. */
export const path = signal(location.pathname)
export const query = signal(new URLSearchParams(location.search))

addEventListener('popstate', read)

function read(): void {
  path.value = location.pathname
  query.value = new URLSearchParams(location.search)
}

export function go(to: string): void {
  history.pushState(null, '', to)
  read()
  scrollTo(0, 0)
}

/** For links: a plain click stays on this page, anything else is the browser's. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  go(link.pathname + link.search)
}
