import type { SealedVote } from 'sibyl/client'

/** Sealed votes of this browser: who loses the salt cannot open the vote, and loses stake. */
const stored = 'sibyl.ballots'

export function listBallots(): SealedVote[] {
  try {
    const list = JSON.parse(localStorage.getItem(stored) ?? '[]') as unknown
    return Array.isArray(list) ? list.filter(isBallot) : []
  } catch {
    return []
  }
}

/** Kept before it is committed: a browser that closes in between loses nothing. */
export function keepBallot(ballot: SealedVote): void {
  const others = listBallots().filter((other) => !isSame(other, ballot))
  localStorage.setItem(stored, JSON.stringify([...others, ballot]))
}

export const findBallot = (of: Pick<SealedVote, 'marketAddress' | 'voteRound' | 'voterAddress'>) =>
  listBallots().find((ballot) => isSame(ballot, of)) ?? null

/** What a person saved or was given, or null. */
export function parseBallot(text: string): SealedVote | null {
  try {
    const ballot = JSON.parse(text) as unknown
    return isBallot(ballot) ? ballot : null
  } catch {
    return null
  }
}

type Named = Pick<SealedVote, 'marketAddress' | 'voteRound' | 'voterAddress'>

const isSame = (a: Named, b: Named): boolean =>
  a.marketAddress === b.marketAddress && a.voteRound === b.voteRound && a.voterAddress === b.voterAddress

function isBallot(value: unknown): value is SealedVote {
  const { marketAddress, voterAddress, voteRound, vote, salt, commitHash } = (value ?? {}) as Record<
    string,
    unknown
  >
  return (
    typeof marketAddress === 'string' &&
    typeof voterAddress === 'string' &&
    Number.isInteger(voteRound) &&
    (vote === 1 || vote === 2 || vote === 3) &&
    typeof salt === 'string' &&
    /^[0-9a-f]{64}$/.test(salt) &&
    typeof commitHash === 'string'
  )
}
