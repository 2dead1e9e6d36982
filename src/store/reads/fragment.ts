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

/** Tagged template: a fragment is spliced in, anything else is bound. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (SqlValue | Fragment)[]): Fragment {
  const values = parts.flatMap((part) => (isFragment(part) ? part.values : [part]))
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
  return { texts, values }
}

/** All of them, with `and` between; `true` when there is none. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  const [first, ...rest] = conditions
  if (!first) return sql`true`
  return rest.reduce((joined, condition) => sql`${joined} and ${condition}`, first)
}

/** Numbers the values and gives the statement its label. */
export function toStatement(label: string, { texts, values }: Fragment): Statement {
  return { label, sql: texts.reduce((joined, piece, i) => `${joined}$${i}${piece}`), values }
}
