import { printable } from '../../kit/index.ts'
import { errorText } from '../../ralph/index.ts'
import type { Paint } from '../user/terminal.ts'
import type { MistakeInFile } from './sources.ts'

/** A mistake as a person reads it: file, line and column, the line with a caret below it, and what is wrong. */
export function mistakeText({ file, mistake }: MistakeInFile, paint: Paint): string {
  const [head = '', ...excerpt] = errorText(mistake, file.text).trimEnd().split('\n').map(printable)
  const [, place = ''] = /^-- error \((\d+:\d+)\)/.exec(head) ?? []
  return [
    `${paint('head', `${printable(file.path)}:${place}`)}: ${paint('bad', mistake.title.toLowerCase())}`,
    ...excerpt.map((line) => paintLine(line, paint)),
  ].join('\n')
}

/** The gutter stands back, carets stand out. */
function paintLine(line: string, paint: Paint): string {
  const at = line.indexOf('|') + 1
  const rest = line.slice(at)
  return `${paint('faint', line.slice(0, at))} ${/^ *\^+$/.test(rest) ? paint('bad', rest) : rest}`
}
