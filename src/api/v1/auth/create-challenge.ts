import { operations, toIso } from '../../../wire/index.ts'
import { defineRoute } from '../../route.ts'

export const createChallenge = defineRoute(operations.createChallenge, async ({ body, client }, { auth }) => {
  const { challenge, expiresAtMs } = await auth.issueChallenge({ address: body.address, client })
  return { challenge, expiresAt: toIso(expiresAtMs) }
})
