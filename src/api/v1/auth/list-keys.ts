import { defineRoute } from '../../route.ts'
import { KeyList } from '../../schemas/auth.ts'
import { toKeyRecord } from './to-key-record.ts'

export const listKeys = defineRoute({
  method: 'GET',
  path: '/v1/auth/keys',
  tag: 'auth',
  summary: 'The caller’s own keys',
  description: 'Newest first: the active ones and the newest 200 revoked. Never their secrets.',
  access: 'key',
  success: { status: 200, description: 'the keys of the wallet that owns the key in use', schema: KeyList },
  async handler({ key }, { auth }) {
    const keys = await auth.listKeys(key)
    return { keys: keys.map(toKeyRecord) }
  },
})
