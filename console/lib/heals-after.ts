import { SibylError } from 'sibyl/client'
import { NodeError } from './node-error.ts'

/** After a failure that passes, such as a service that starts or a node that is busy, so long until it is asked again. */
const healMs = 5_000
/** A key that was refused is forgotten: without it most can be read. */
const keylessMs = 500

/** Whoever says that the request is wrong says it the next time, too: null. */
export function healsAfterMs(error: unknown): number | null {
  if (error instanceof SibylError && error.code === 'UNAUTHORIZED') return keylessMs
  if (error instanceof SibylError || error instanceof NodeError) {
    if (error.status < 500 && error.status !== 429) return null
  }
  return Math.max(healMs, error instanceof SibylError ? (error.retryAfterMs ?? 0) : 0)
}
