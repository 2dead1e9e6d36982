import { errorText } from '../../ralph/index.ts'
import type { MistakeInFile } from './sources.ts'

const codes = { red: '31', cyan: '36', bold: '1' } as const
type Paint = (colour: keyof typeof codes, text: string) => string

/** A mistake as a person reads it: file, line and column, the line with a caret below it, and what is wrong. */
export function mistakeText({ file, mistake }: MistakeInFile, isColoured: boolean): string {
  const paint: Paint = (colour, text) => (isColoured ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text)
  const [head = '', ...excerpt] = errorText(mistake, file.text).trimEnd().split('\n')
  const [, place = ''] = /^-- error \((\d+:\d+)\)/.exec(head) ?? []
  return [
    `${paint('bold', `${file.path}:${place}`)}: ${paint('red', mistake.title.toLowerCase())}`,
    ...excerpt.map((line) => paintLine(line, paint)),
  ].join('\n')
}

/** The gutter stands back, carets stand out. */
function paintLine(line: string, paint: Paint): string {
  const at = line.indexOf('|') + 1
  const rest = line.slice(at)
  return `${paint('cyan', line.slice(0, at))} ${/^ *\^+$/.test(rest) ? paint('red', rest) : rest}`
}
