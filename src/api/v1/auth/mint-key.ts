import { fromIso, operations } from '../../../wire/index.ts'
import { invalid } from '../../errors/invalid.ts'
import { defineRoute } from '../../route.ts'
import { toKeyRecord } from './to-key-record.ts'

export const mintKey = defineRoute(operations.mintKey, async ({ body, client }, { auth }) => {
  const { expiresAt, ...request } = body
  const { key, record } = await auth.mintKey({ ...request, client, expiresAtMs: toExpiry(expiresAt) })
  return { key, ...toKeyRecord(record) }
})

function toExpiry(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = fromIso(text)
  if (ms === null) throw invalid('expiresAt', text, 'expiresAt is no time of any day')
  return ms
}
