import { printable } from '../../kit/index.ts'
import { clearLine, type Screen } from '../screen.ts'

const names: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
}
const warning = 40
/** Said elsewhere on every line, or of no use to somebody who watches. */
const unshown = new Set(['level', 'time', 'service', 'event', 'err'])

/**
 * The log for somebody who watches a terminal: a short line per event, warnings and worse only, everything when the level
 * is debug. Elsewhere the log is JSON; it holds the same and more.
 */
export function createTerminalLines(screen: Screen, level: string): { write(line: string): void } {
  const least = level === 'debug' ? 0 : warning
  return {
    write(line) {
      const entry = JSON.parse(line) as Record<string, unknown> & {
        level: number
        time: string
        event: string
      }
      if (entry.level < least) return
      const { message } = (entry.err ?? {}) as { message?: string }
      const fields = Object.entries(entry)
        .filter(([name]) => !unshown.has(name))
        .map(
          ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
        )
      const parts = [entry.time.slice(11, 19), names[entry.level] ?? '', entry.event, ...fields, message]
      clearLine(screen)
      const text = parts.filter((part) => part !== undefined && part !== '').join('  ')
      screen.write(`${printable(text)}\n`)
    },
  }
}
