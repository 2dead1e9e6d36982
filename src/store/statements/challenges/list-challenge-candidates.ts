import type { Reader } from '../../database.ts'
import { type Challenge, type ChallengeRow, challengeColumns, toChallenge } from './challenge.ts'

const sql = `
  with live as (
    select ${challengeColumns}, 0 as rank, (client = $2)::int as own
    from challenges
    where wallet = $1 and expires_at_ms > $3 and used_at_ms is null and tries < $4
    order by own desc, issued_at_ms desc, id desc
    limit $5
  ),
  ended as (
    select ${challengeColumns}, 1 as rank, 0 as own
    from challenges
    where wallet = $1 and not (expires_at_ms > $3 and used_at_ms is null and tries < $4)
    order by expires_at_ms desc, id desc
    limit $5
  )
  select ${challengeColumns}
  from (select * from live union all select * from ended) as both_kinds
  order by rank, own desc, issued_at_ms desc, id desc
  limit $5`

export interface CandidateQuery {
  readonly wallet: string
  readonly client: string
  readonly nowMs: number
  readonly triesMax: number
  readonly limit: number
}

/**
 * The challenges a signature may belong to: live ones, among them those issued to the same caller first, then the
 * newest; then ended ones, so that a late signature can be told why it is late. Anyone can ask for challenges for any
 * wallet; the order keeps a flood from pushing out the owner's, and the limit from multiplying signature checks.
 */
export async function listChallengeCandidates(db: Reader, query: CandidateQuery): Promise<Challenge[]> {
  const { wallet, client, nowMs, triesMax, limit } = query
  const values = [wallet, client, nowMs, triesMax, limit]
  const rows = await db.query<ChallengeRow>({ label: 'list-challenge-candidates', sql, values })
  return rows.map(toChallenge)
}
