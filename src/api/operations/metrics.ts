import { Type } from 'typebox'
import { answer, defineRoute } from '../route.ts'

export const metrics = defineRoute({
  method: 'GET',
  path: '/metrics',
  tag: 'operations',
  summary: 'Counters for Prometheus',
  access: 'public',
  contentType: 'text/plain',
  success: { status: 200, description: 'Prometheus text format', schema: Type.String() },
  async handler(_request, { operator }) {
    const { contentType, text } = await operator.metrics()
    return answer({ text, headers: { 'content-type': contentType } })
  },
})
