import { refuse } from '../../domain/index.ts'
import type { FoundRecord } from '../../store/index.ts'
import type { FreshText } from './response-cache.ts'

/** One record's answer; NOT_FOUND names what was asked for. */
export function answerRecord(found: FoundRecord, asked: Readonly<Record<string, unknown>>): FreshText {
  if (found.text === null) throw refuse('NOT_FOUND', asked)
  return { text: found.text, view: found.view }
}
