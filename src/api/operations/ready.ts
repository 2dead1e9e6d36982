import { refuse } from '../../domain/index.ts'
import { operations } from '../../wire/index.ts'
import { defineRoute } from '../route.ts'

export const ready = defineRoute(operations.getReadiness, async (_request, { operator }) => {
  const reasons = await operator.unreadyReasons()
  if (reasons.length > 0)
    throw refuse('UNAVAILABLE', { reason: 'not_ready', reasons, retryAfter: 1 }, 'not ready for traffic')
  return { ready: true }
})
