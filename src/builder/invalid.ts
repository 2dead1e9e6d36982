import { refuse } from '../domain/index.ts'
import type { Refusal } from '../kit/index.ts'

/** A body that its schema let through and a rule of the venue does not. */
export const invalid = (field: string, received: unknown, message: string): Refusal =>
  refuse('INVALID_REQUEST', { field, received }, message)
