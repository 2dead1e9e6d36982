import type { SealedVote } from 'sibyl/client'

/** Sealed votes of this browser: who loses the salt cannot open the vote, and loses stake. */
const stored = 'sibyl.ballots'

export interface KeptBallot extends SealedVote {
  /** A block has it. Until then it can be sent again as it is. */
  readonly isCommitted?: boolean
}

export function listBallots(): KeptBallot[] {
  try {
    const list = JSON.parse(localStorage.getItem(stored) ?? '[]') as unknown
    return Array.isArray(list) ? list.filter(isBallot) : []
  } catch {
    return []
  }
}

/**
 * Kept before it is committed: a browser that closes in between loses nothing. Another vote of the same round stays:
 * which of the two the chain has is not known here.
 */
export function keepBallot(ballot: KeptBallot): void {
  const others = listBallots().filter(
    (other) => !isSame(other, ballot) || other.commitHash !== ballot.commitHash,
  )
  localStorage.setItem(stored, JSON.stringify([...others, ballot]))
}

/** The one that a block has, else the first. */
export function findBallot(of: Named): KeptBallot | null {
  const kept = listBallots().filter((ballot) => isSame(ballot, of))
  return kept.find(({ isCommitted }) => isCommitted === true) ?? kept[0] ?? null
}

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
