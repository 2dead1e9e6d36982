import { operations } from '../../wire/index.ts'
import { Answer, defineRoute } from '../route.ts'

export const metrics = defineRoute(operations.getMetrics, async (_request, { operator }) => {
  const { contentType, text } = await operator.metrics()
  return new Answer({ text, headers: { 'content-type': contentType } })
})
