import { styleText } from 'node:util'

/** Where a user's command prints, and how. */
export interface Terminal {
  say(text: string): void
  complain(text: string): void
  /** Columns that lines should fit in; null where nobody said: a file, a pipe. */
  readonly width: number | null
  readonly paint: Paint
  /** The same for what is complained. */
  readonly paintTrouble: Paint
  /** Which day is today. */
  readonly nowMs: number
}

/** What the eye should find; in a file it marks nothing. */
export type Mark = 'head' | 'good' | 'bad' | 'faint'
export type Paint = (mark: Mark, text: string) => string

interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
}
type Environment = Readonly<Record<string, string | undefined>>

const styles = { head: 'bold', good: 'green', bad: 'red', faint: 'dim' } as const

const escapeCharacter = '\u001b'
/** The marks below, or whatever else a terminal would obey. */
const commands = new RegExp(
  `(${escapeCharacter}\\[(?:1|2|22|31|32|39)m)|[\\p{Cc}\\p{Bidi_Control}\\p{Surrogate}\\u2028\\u2029]`,
  'gu',
)
const kept = new Set(['\n', '\t'])

/** Half of what is printed was written by strangers: of all commands to a terminal only our own marks pass. */
export const obeyable = (text: string): string =>
  text.replace(commands, (each, mark?: string) => mark ?? (kept.has(each) ? each : '\ufffd'))

/** The same of JSON, whose strings may name any character without holding it. */
export const obeyableJson = (json: string): string =>
  json.replace(commands, (each) =>
    kept.has(each) ? each : `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const noPaint: Paint = (_, text) => text
const paint: Paint = (mark, text) =>
  text === '' ? '' : styleText(styles[mark], text, { validateStream: false })

export const paintFor = (environment: Environment, stream: Stream): Paint =>
  hasColour(environment, stream) ? paint : noPaint

/** As Node and most tools do: FORCE_COLOR before NO_COLOR before what the stream is. */
function hasColour({ FORCE_COLOR: force, NO_COLOR: no, TERM: term }: Environment, stream: Stream): boolean {
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false'
  if (no !== undefined && no !== '') return false
  return stream.isTTY === true && term !== 'dumb'
}

/** COLUMNS where it is set, else the terminal's. Narrower than this nothing can be said. */
const widthMin = 20
export function widthFor({ COLUMNS: columns }: Environment, stream: Stream): number | null {
  const asked = /^[1-9][0-9]{0,4}$/.test(columns ?? '') ? Number(columns) : null
  const width = asked ?? (stream.isTTY === true ? (stream.columns ?? null) : null)
  return width === null ? null : Math.max(width, widthMin)
}
