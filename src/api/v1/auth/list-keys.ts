import { operations } from '../../../wire/index.ts'
import { defineRoute } from '../../route.ts'
import { toKeyRecord } from './to-key-record.ts'

export const listKeys = defineRoute(operations.listKeys, async ({ key }, { auth }) => {
  const keys = await auth.listKeys(key)
  return { keys: keys.map(toKeyRecord) }
})
