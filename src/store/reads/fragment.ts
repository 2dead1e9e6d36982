import { assert } from '../../kit/index.ts'
import type { SqlValue, Statement } from '../database.ts'

/**
 * A piece of SQL with the values it binds, composed before it is numbered. Only literal text of our own and closed
 * tables of fragments become SQL; a value from a request can only become a `$n`.
 */
export interface Fragment {
  readonly texts: readonly string[]
  /** What stands between the texts. */
  readonly parts: readonly (SqlValue | Fragment)[]
}

const isFragment = (part: SqlValue | Fragment): part is Fragment =>
  typeof part === 'object' && part !== null && 'texts' in part

/** Tagged template: a fragment is spliced in, anything else is bound. */
export const sql = (texts: TemplateStringsArray, ...parts: readonly (SqlValue | Fragment)[]): Fragment => ({
  texts,
  parts,
})

/** All of them, with `and` between; `true` when there is none. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  const [first, ...rest] = conditions
  if (!first) return sql`true`
  return rest.reduce((joined, condition) => sql`${joined} and ${condition}`, first)
}

/** A piece that binds no value, as one text: joined once, and not again with every list. */
export function constant(fragment: Fragment): Fragment {
  const { sql: text, values = [] } = toStatement('', fragment)
  assert(values.length === 0, 'a constant piece binds no value')
  return { texts: [text], parts: [] }
}

/** Numbers the values and gives the statement its label. Every list is composed anew, so this walks each piece once. */
export function toStatement(label: string, fragment: Fragment): Statement {
  const values: SqlValue[] = []
  const pieces: string[] = []
  const add = ({ texts, parts }: Fragment): void => {
    pieces.push(texts[0]!)
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!
      if (isFragment(part)) add(part)
      else pieces.push(`$${values.push(part)}`)
      pieces.push(texts[i + 1]!)
    }
  }
  add(fragment)
  // Joined in one go: what is added to bit by bit is copied once more when its name is looked up.
  return { label, sql: pieces.join(''), values }
}
