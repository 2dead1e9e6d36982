/** A text somebody was asked to sign. */
export interface Challenge {
  readonly id: string
  readonly wallet: string
  readonly challenge: string
  readonly client: string
  readonly issuedAtMs: number
  readonly expiresAtMs: number
  readonly usedAtMs: number | null
  readonly tries: number
}

export interface ChallengeRow {
  readonly id: string
  readonly wallet: string
  readonly challenge: string
  readonly client: string
  readonly issued_at_ms: number
  readonly expires_at_ms: number
  readonly used_at_ms: number | null
  readonly tries: number
}

export const challengeColumns =
  'id, wallet, challenge, client, issued_at_ms, expires_at_ms, used_at_ms, tries'

export const toChallenge = (row: ChallengeRow): Challenge => ({
  id: row.id,
  wallet: row.wallet,
  challenge: row.challenge,
  client: row.client,
  issuedAtMs: row.issued_at_ms,
  expiresAtMs: row.expires_at_ms,
  usedAtMs: row.used_at_ms,
  tries: row.tries,
})
