import type { CompileError } from './compile-error.ts'

/** Where an offset is in the source; both count from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Lines end with LF, CR or both in either order, as the node counts them. */
function lineStarts(source: string): number[] {
  const starts = [0]
  const end = /\r\n|\n\r|\r|\n/g
  while (end.exec(source) !== null) starts.push(end.lastIndex)
  return starts
}

export function positionOf(source: string, offset: number): Position {
  const starts = lineStarts(source)
  let line = 0
  while (line + 1 < starts.length && starts[line + 1]! <= offset) line += 1
  return { line: line + 1, column: offset - starts[line]! + 1 }
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The answer's text: place, kind, the line with a marker below it, the message, and a footer if there is one. */
export function errorText(error: CompileError, source: string): string {
  const span = error.span ?? { from: 0, to: 0 }
  const { line, column } = positionOf(source, span.from)
  const shown = linesOf(source)[line - 1] ?? ''
  const gutter = `${' '.repeat(`${line} |`.length - 1)}|`
  const padding = ' '.repeat(column - 1)
  const width = span.to - span.from
  const visible = shown.length - (column - 1)
  const marker = '^'.repeat(visible > 0 ? Math.min(width, visible) : width)
  const body = [
    `-- error (${line}:${column}): ${error.title}`,
    `${line} |${shown}`,
    `${gutter}${padding}${marker}`,
    `${gutter}${padding}${error.message}`,
  ].join('\n')
  if (error.footer === undefined) return `${body}\n`
  const footer = linesOf(error.footer)
  const ruleLength = [...linesOf(body), ...footer].reduce(
    (longest, next) => Math.max(longest, next.length - gutter.length),
    footer[0]?.length ?? 0,
  )
  return `${body}\n${gutter}${'-'.repeat(ruleLength)}\n${footer.map((text) => `${gutter}${text}\n`).join('')}`
}
