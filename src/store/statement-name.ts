import { createHash } from 'node:crypto'
import type { Statement } from './database.ts'

/** Statements are a closed set of some hundreds; more means that somebody pastes values into SQL. */
const statementsMax = 5_000
const names = new Map<string, string>()

/**
 * The name under which a statement is prepared: its label and a hash of its text, because one label may stand for
 * several texts (one per sort order) and PostgreSQL keeps 63 bytes of a name. Without a name no plan is kept.
 */
export function statementName(statement: Statement): string {
  if (statement.isPlannedAnew) return ''
  const known = names.get(statement.sql)
  if (known) return known
  if (names.size >= statementsMax) names.clear()
  const hash = createHash('sha256').update(statement.sql).digest('hex').slice(0, 12)
  const name = `${statement.label.slice(0, 50)}-${hash}`
  names.set(statement.sql, name)
  return name
}
