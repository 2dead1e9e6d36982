import { refuse } from '../../domain/index.ts'
import type { Refusal } from '../../kit/index.ts'

/** The 400 of everything a client can get wrong: names the field and shows what came, as far as it may be shown. */
export function invalid(field: string, received: unknown, message: string): Refusal {
  return refuse('INVALID_REQUEST', { field, received }, message)
}
