import { expect, test } from 'vitest'
import { createTelemetry } from './telemetry.ts'
import { createTerminalLines } from './terminal-lines.ts'

function linesAt(level: string, cause = 'it hangs'): string {
  const written: string[] = []
  const screen = { isTTY: true, write: (text: string) => written.push(text) }
  const { observeApp } = createTelemetry({
    level,
    sampleRate: 1,
    destination: createTerminalLines(screen, level),
  })
  observeApp({ kind: 'demo-made', ms: 12 })
  observeApp({ kind: 'stop-failed', part: 'api', cause: new Error(cause) })
  return written
    .join('')
    .replaceAll('\r\u001b[2K', '')
    .replaceAll(/^\d\d:\d\d:\d\d/gm, 'hh:mm:ss')
}

test('default: a terminal shows what needs attention', () =>
  expect(linesAt('info')).toBe('hh:mm:ss  error  stop-failed  part=api  it hangs\n'))
test('behavior: with debug everything', () =>
  expect(linesAt('debug')).toBe(
    'hh:mm:ss  info  demo-made  ms=12\nhh:mm:ss  error  stop-failed  part=api  it hangs\n',
  ))
test('behavior: what a stranger wrote commands no terminal', () =>
  expect(linesAt('info', 'a\u001b[2J\nSibyl is well\u202e')).toBe(
    'hh:mm:ss  error  stop-failed  part=api  a\ufffd[2J\ufffdSibyl is well\ufffd\n',
  ))
