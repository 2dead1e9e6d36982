import { badRequest } from '../../api-error.ts'
import { intQuery, optionalInt, type RouteRequest } from '../request.ts'

const PAGE_MAX = 100

/** `start` and `limit` of the node's counted lists, with its own words for what is out of range. */
export function counterRange(request: RouteRequest): { readonly start: number; readonly limit: number } {
  const start = intQuery(request, 'start')
  const limit = optionalInt(request, 'limit')
  const got = `CounterRange(${start},${limit === undefined ? 'None' : `Some(${limit})`})`
  const refuse = (rule: string) =>
    badRequest(`Invalid value (expected value to pass validation: ${rule}, but got: ${got})`)
  if (start < 0) throw refuse('`start` must not be negative')
  if (limit !== undefined && limit <= 0) throw refuse('`limit` must be larger than 0')
  if (limit !== undefined && limit > PAGE_MAX) throw refuse(`\`limit\` must not be larger than ${PAGE_MAX}`)
  return { start, limit: limit ?? PAGE_MAX }
}
