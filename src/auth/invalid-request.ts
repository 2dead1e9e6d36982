import { refuse } from '../domain/index.ts'
import type { Refusal } from '../kit/index.ts'

/** A field of the request that cannot be; the edge shortens and hides what it shows of `received`. */
export const invalidRequest = (field: string, received: unknown, message: string): Refusal =>
  refuse('INVALID_REQUEST', { field, received }, `${field}: ${message}`)
