import { operations } from '../../wire/index.ts'
import { answer, defineRoute } from '../route.ts'

export const metrics = defineRoute(operations.getMetrics, async (_request, { operator }) => {
  const { contentType, text } = await operator.metrics()
  return answer({ text, headers: { 'content-type': contentType } })
})
