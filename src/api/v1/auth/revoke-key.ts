import { operations } from '../../../wire/index.ts'
import { Answer, defineRoute } from '../../route.ts'

export const revokeKey = defineRoute(operations.revokeKey, async ({ key, params }, { auth }) => {
  await auth.revokeKey(key, params.id)
  return new Answer({ status: 204 })
})
