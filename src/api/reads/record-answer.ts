import { missing } from '../../domain/index.ts'
import type { FoundRecord } from '../../store/index.ts'
import type { FreshText } from './response-cache.ts'

/** One record's answer; a refusal names what was asked for. */
export function answerRecord(found: FoundRecord, ...asked: Parameters<typeof missing>): FreshText {
  if (found.text === null) throw missing(...asked)
  return { text: found.text, view: found.view }
}
