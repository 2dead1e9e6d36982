import { defineRoute } from '../../route.ts'
import { Challenge, ChallengeBody } from '../../schemas/auth.ts'
import { toIso } from '../../schemas/iso-time.ts'

export const createChallenge = defineRoute({
  method: 'POST',
  path: '/v1/auth/challenge',
  tag: 'auth',
  summary: 'Ask for a text to sign',
  description: 'The text lives five minutes and mints one key. Several may be open for one wallet.',
  access: 'public',
  body: ChallengeBody,
  success: { status: 200, description: 'the text and its end', schema: Challenge },
  async handler({ body, client }, { auth }) {
    const { challenge, expiresAtMs } = await auth.issueChallenge({ address: body.address, client })
    return { challenge, expiresAt: toIso(expiresAtMs) }
  },
})
