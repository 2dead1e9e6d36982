import type { SqlValue, Statement } from '../database.ts'

/**
 * A piece of SQL with the values it binds, composed before it is numbered. Only literal text of our own and closed
 * tables of fragments become SQL; a value from a request can only become a `$n`.
 */
export interface Fragment {
  readonly texts: readonly string[]
  readonly values: readonly SqlValue[]
}

const isFragment = (part: SqlValue | Fragment): part is Fragment =>
  typeof part === 'object' && part !== null && 'texts' in part

/** One step of a template: what has been composed up to some part, and what may come next. */
interface Step {
  readonly next: Map<readonly string[], Step>
  texts: readonly string[] | null
}

/** Stands for any value among the texts of fragments. */
const anyValue: readonly string[] = []
/** Statements are a closed set; a set that grows without end is forgotten now and then instead. */
const stepsMax = 20_000
let templates = new WeakMap<TemplateStringsArray, Step>()
let steps = 0

function newStep(): Step {
  if (++steps > stepsMax) {
    steps = 0
    templates = new WeakMap()
  }
  return { next: new Map(), texts: null }
}

function firstStep(strings: TemplateStringsArray): Step {
  const known = templates.get(strings)
  if (known !== undefined) return known
  const first = newStep()
  templates.set(strings, first)
  return first
}

function stepTo(step: Step, piece: readonly string[]): Step {
  const known = step.next.get(piece)
  if (known !== undefined) return known
  const next = newStep()
  step.next.set(piece, next)
  return next
}

/**
 * Tagged template: a fragment is spliced in, anything else is bound. Texts are composed once: the same template around
 * the same pieces has the same array of texts, whatever the values are, so a request does not join two kilobytes anew.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly (SqlValue | Fragment)[]): Fragment {
  let step = firstStep(strings)
  const values: SqlValue[] = []
  for (const part of parts) {
    if (isFragment(part)) {
      for (const value of part.values) values.push(value)
      step = stepTo(step, part.texts)
    } else {
      values.push(part)
      step = stepTo(step, anyValue)
    }
  }
  step.texts ??= compose(strings, parts)
  return { texts: step.texts, values }
}

function compose(strings: TemplateStringsArray, parts: readonly (SqlValue | Fragment)[]): readonly string[] {
  const texts = [strings[0] ?? '']
  const append = (text: string): void => {
    texts[texts.length - 1] += text
  }
  parts.forEach((part, i) => {
    const after = strings[i + 1] ?? ''
    if (!isFragment(part)) {
      texts.push(after)
      return
    }
    append(part.texts[0] ?? '')
    texts.push(...part.texts.slice(1))
    append(after)
  })
  return texts
}

/** All of them, with `and` between; `true` when there is none. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  const [first, ...rest] = conditions
  if (!first) return sql`true`
  return rest.reduce((joined, condition) => sql`${joined} and ${condition}`, first)
}

const numbered = new WeakMap<readonly string[], string>()

/** Numbers the values and gives the statement its label. */
export function toStatement(label: string, { texts, values }: Fragment): Statement {
  let text = numbered.get(texts)
  if (text === undefined) {
    text = texts.reduce((joined, piece, i) => `${joined}$${i}${piece}`)
    numbered.set(texts, text)
  }
  return { label, sql: text, values }
}
