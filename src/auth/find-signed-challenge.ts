import { refuse } from '../domain/index.ts'
import type { Refusal } from '../kit/index.ts'
import { type Challenge, findChallenge, listChallengeCandidates } from '../store/index.ts'
import { countChallengeTries } from '../store/writes/auth.ts'
import { type AuthContext, challengeCandidatesMax, challengeTriesMax } from './context.ts'
import type { SigningKeyType } from './verify-signature.ts'

/**
 * A challenge, told in its states:
 *
 *   live     issued less than five minutes ago, unused, fewer than five wrong tries.
 *   used     a key was minted with it.
 *   tries    five wrong signatures came from the caller who had asked for it.
 *   expired  its time is over.
 *
 * All ways lead out of `live` and none back. Ended ones are remembered for seven days, so that a signature that comes
 * too late is told so rather than called wrong.
 */
export type ChallengeEnd = 'used' | 'tries' | 'expired'

export function endOf(challenge: Challenge, nowMs: number): ChallengeEnd | null {
  if (challenge.usedAtMs !== null) return 'used'
  if (challenge.tries >= challengeTriesMax) return 'tries'
  return challenge.expiresAtMs > nowMs ? null : 'expired'
}

const endMessages: Readonly<Record<ChallengeEnd, string>> = {
  used: 'the challenge was used already; ask for a new one',
  tries: 'the challenge ended after too many wrong signatures; ask for a new one',
  expired: 'the challenge has expired; ask for a new one',
}

export const challengeEnded = (reason: ChallengeEnd): Refusal =>
  refuse('CHALLENGE_EXPIRED', { reason }, endMessages[reason])

export interface SignedBy {
  readonly wallet: string
  readonly client: string
  readonly keyType: SigningKeyType
  readonly publicKey: string
  readonly signature: string
  /** The text the caller says was signed. */
  readonly named: string | undefined
}

/** A wallet's challenges, sorted by what a signature over them is worth. */
export interface Candidates {
  readonly live: readonly Challenge[]
  /** Newest first; a signature over one of these only tells why it is late. */
  readonly ended: readonly { readonly challenge: Challenge; readonly end: ChallengeEnd }[]
}

/** The challenges this signature may be over. Refuses when there never was one, or the one that was named is over. */
export async function findCandidates({ database, clock }: AuthContext, by: SignedBy): Promise<Candidates> {
  const nowMs = clock.nowMs()
  const found = by.named === undefined ? null : await findChallenge(database, by.wallet, by.named)
  const challenges =
    by.named === undefined
      ? await listChallengeCandidates(database, {
          wallet: by.wallet,
          client: by.client,
          nowMs,
          triesMax: challengeTriesMax,
          limit: challengeCandidatesMax,
        })
      : found
        ? [found]
        : []
  const live: Challenge[] = []
  const ended: { challenge: Challenge; end: ChallengeEnd }[] = []
  for (const challenge of challenges) {
    const end = endOf(challenge, nowMs)
    if (end) ended.push({ challenge, end })
    else live.push(challenge)
  }
  const over = ended[0]
  if (live.length === 0 && !over) {
    throw refuse(
      'INVALID_SIGNATURE',
      { reason: 'unknown_challenge' },
      'no such challenge for this wallet; ask for one first',
    )
  }
  if (by.named !== undefined && over) throw challengeEnded(over.end)
  return { live, ended }
}

/** The live challenge the signature is over; everything else is a refusal that says which check failed. */
export async function findSignedChallenge(
  { database, verifier }: AuthContext,
  by: SignedBy,
  { live, ended }: Candidates,
): Promise<Challenge> {
  const match = await verifier.findSigned({
    keyType: by.keyType,
    publicKey: by.publicKey,
    signature: by.signature,
    messages: [...live, ...ended.map(({ challenge }) => challenge)].map(({ challenge }) => challenge),
  })
  const signed = live[match]
  if (signed) return signed
  const late = match >= live.length ? ended[match - live.length] : live.length === 0 ? ended[0] : undefined
  if (late) throw challengeEnded(late.end)
  const own = live.filter(({ client }) => client === by.client).map(({ id }) => id)
  if (own.length > 0) await countChallengeTries(database, own, by.client)
  throw refuse(
    'INVALID_SIGNATURE',
    { reason: 'signature' },
    'the signature is not over a challenge of this wallet',
  )
}
