import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The console as the build left it beside the compiled service; null when it was not built. */
export function findConsole(): string | null {
  const folder = new URL('../../dist/console/', import.meta.url)
  return existsSync(new URL('index.html', folder)) ? fileURLToPath(folder) : null
}
