import { fromIso } from '../../wire/index.ts'
import { invalid } from '../errors/invalid.ts'

/** A moment of a query whose form was checked: the calendar may still not have it. */
export function readTime(field: string, text: string): number {
  const ms = fromIso(text)
  if (ms === null || ms < 0) throw invalid(field, text, `${field} is no time`)
  return ms
}
