import { cleanText } from '../../domain/index.ts'
import type { Mark, Terminal } from './terminal.ts'

/** A text, or a text and how it is marked. */
export type Cell = string | readonly [text: string, mark: Mark]

export interface TableShape {
  /** Columns of numbers, which stand to the right. */
  readonly right?: readonly number[]
  /** The column that is cut when a line would be too long. */
  readonly cut?: number
  /** Columns that are left out before it is cut to nothing, or before a line is too long, the first of them first. */
  readonly spare?: readonly number[]
}

/** Rows of text as aligned columns under their heads, no wider than the terminal. */
export function tableOf(
  rows: readonly (readonly Cell[])[],
  { right = [], cut, spare = [] }: TableShape,
  { width, paint }: Pick<Terminal, 'width' | 'paint'>,
): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(textOf(cell)))
  const columns = new Set(widths.keys())
  const roomFor = (column: number): number => {
    let room = (width ?? Number.POSITIVE_INFINITY) - gap.length * (columns.size - 1)
    for (const other of columns) if (other !== column) room -= widths[other] ?? 0
    return room
  }
  const isTight = (): boolean =>
    cut === undefined ? roomFor(-1) < 0 : roomFor(cut) < Math.min(widths[cut] ?? 0, cutMin)
  for (const column of spare) if (isTight()) columns.delete(column)
  if (cut !== undefined) widths[cut] = Math.min(widths[cut] ?? 0, Math.max(roomFor(cut), 1))
  const cellOf = (cell: Cell, column: number): string => {
    const text = cutTo(textOf(cell), widths[column] ?? 0)
    const padding = ' '.repeat((widths[column] ?? 0) - widthOf(text))
    const painted = typeof cell === 'string' ? text : paint(cell[1], text)
    return right.includes(column) ? padding + painted : painted + padding
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => (columns.has(column) ? cellOf(cell, column) : null))
        .filter((cell) => cell !== null)
        .join(gap)
        .trimEnd(),
    )
    .join('\n')
}

const gap = '  '
/** A question of so many columns still says something. */
const cutMin = 20

/** Texts come from anybody: what would move the cursor is taken out. */
const textOf = (cell: Cell): string => cleanText(typeof cell === 'string' ? cell : cell[0])

/** A sentence in as many lines as it needs, broken between words: what stands above a table. */
export function linesOf(sentence: string, { width }: Pick<Terminal, 'width'>): string {
  const lines: string[] = []
  for (const word of cleanText(sentence).split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer) <= (width ?? Number.POSITIVE_INFINITY))
      lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines.join('\n')
}

/** Heads of columns. */
export const headsOf = (...names: readonly string[]): Cell[] => names.map((name) => [name, 'head'])

/** A name and what it is, below each other. */
export const factsOf = (
  facts: readonly (readonly [name: string, value: Cell])[],
  terminal: Terminal,
): string =>
  tableOf(
    facts.map(([name, value]) => [name, value]),
    { cut: 1 },
    terminal,
  )

const characters = new Intl.Segmenter()
/** What a terminal draws two columns wide. */
const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u

const columnsOf = (character: string): number => (wide.test(character) ? 2 : 1)

/** Columns a text takes on a terminal. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of characters.segment(text)) width += columnsOf(segment)
  return width
}

function cutTo(text: string, widthMax: number): string {
  if (widthOf(text) <= widthMax) return text
  let kept = ''
  let width = 1 // the ellipsis
  for (const { segment } of characters.segment(text)) {
    width += columnsOf(segment)
    if (width > widthMax) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** Thousandths: 395 → 0.395 */
export const priceOf = (thousandths: number): string =>
  `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`

export const priceOrDash = (price: number | null): string => (price === null ? '-' : priceOf(price))

/** The time of a day, in UTC; with its date when that is not today's. */
export function timeOf(time: string | number, { nowMs }: Pick<Terminal, 'nowMs'>): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return '?' // nobody promised that a venue tells times
  const iso = date.toISOString()
  return iso.slice(0, 10) === new Date(nowMs).toISOString().slice(0, 10)
    ? iso.slice(11, 19)
    : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`
}
