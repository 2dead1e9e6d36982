import { Type } from 'typebox'
import { refuse } from '../../domain/index.ts'
import { defineRoute } from '../route.ts'
import { Strict } from '../schemas/fields.ts'

export const ready = defineRoute({
  method: 'GET',
  path: '/ready',
  tag: 'operations',
  summary: 'Should this process get traffic',
  description:
    'Not ready while it starts or stops, while the database is away, and while the index lags too far.',
  access: 'public',
  success: {
    status: 200,
    description: 'send traffic',
    schema: Strict({ ready: Type.Boolean() }, 'ready'),
  },
  async handler(_request, { operator }) {
    const reasons = await operator.unreadyReasons()
    if (reasons.length > 0)
      throw refuse('UNAVAILABLE', { reason: 'not_ready', reasons, retryAfter: 1 }, 'not ready for traffic')
    return { ready: true }
  },
})
