import { answer, defineRoute } from '../../route.ts'
import { KeyPath } from '../../schemas/auth.ts'

export const revokeKey = defineRoute({
  method: 'DELETE',
  path: '/v1/auth/keys/{id}',
  tag: 'auth',
  summary: 'Revoke one of the caller’s keys',
  description:
    'Effective at once, on every replica. Revoking a key twice is fine; another wallet’s key is not found.',
  access: 'key',
  params: KeyPath,
  success: { status: 204, description: 'revoked' },
  errors: ['NOT_FOUND'],
  async handler({ key, params }, { auth }) {
    await auth.revokeKey(key, params.id)
    return answer({ status: 204 })
  },
})
