import { invalid } from '../../errors/invalid.ts'
import { defineRoute } from '../../route.ts'
import { MintBody, MintedKeyRecord } from '../../schemas/auth.ts'
import { fromIso } from '../../schemas/iso-time.ts'
import { toKeyRecord } from './to-key-record.ts'

export const mintKey = defineRoute({
  method: 'POST',
  path: '/v1/auth/keys',
  tag: 'auth',
  summary: 'Mint an API key with a signed challenge',
  description: 'Not idempotent: each call mints a key. The key’s text is in this answer and nowhere else.',
  access: 'public',
  body: MintBody,
  success: { status: 200, description: 'the new key', schema: MintedKeyRecord },
  errors: ['INVALID_SIGNATURE', 'CHALLENGE_EXPIRED', 'STATE_CONFLICT'],
  async handler({ body, client }, { auth }) {
    const { expiresAt, ...request } = body
    const { key, record } = await auth.mintKey({ ...request, client, expiresAtMs: toExpiry(expiresAt) })
    return { key, ...toKeyRecord(record) }
  },
})

function toExpiry(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = fromIso(text)
  if (ms === null) throw invalid('expiresAt', text, 'expiresAt is no time of any day')
  return ms
}
