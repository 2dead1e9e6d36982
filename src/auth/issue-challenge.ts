import { insertChallenge } from '../store/writes/auth.ts'
import type { ChallengeRequest, IssuedChallenge } from './auth.ts'
import { randomBase58 } from './base58.ts'
import { challengeText, createNonce } from './challenge-text.ts'
import { type AuthContext, challengeLifetimeMs } from './context.ts'
import { parseOwner } from './parse-owner.ts'

/** A text for a wallet to sign. Several may live at once: one asked for by a stranger must not end the owner's. */
export async function issueChallenge(
  { database, clock, random, publicUrl, networkId, observe }: AuthContext,
  { address, client }: ChallengeRequest,
): Promise<IssuedChallenge> {
  const wallet = parseOwner(address)
  const issuedAtMs = clock.nowMs()
  const expiresAtMs = issuedAtMs + challengeLifetimeMs
  const challenge = challengeText({
    publicUrl: publicUrl(),
    networkId,
    address,
    nonce: createNonce(random),
    issuedAtMs,
    expiresAtMs,
  })
  const id = randomBase58(random, 22)
  await insertChallenge(database, { id, wallet: wallet.base, challenge, client, issuedAtMs, expiresAtMs })
  observe({ kind: 'challenge-issued' })
  return { challenge, expiresAtMs }
}
