import type { Reader } from '../../database.ts'
import { type Challenge, type ChallengeRow, challengeColumns, toChallenge } from './challenge.ts'

const sql = `
  select ${challengeColumns}
  from challenges
  where wallet = $1 and challenge = $2`

/** The wallet's challenge with exactly this text. */
export async function findChallenge(db: Reader, wallet: string, text: string): Promise<Challenge | null> {
  const rows = await db.query<ChallengeRow>({ label: 'find-challenge', sql, values: [wallet, text] })
  return rows[0] ? toChallenge(rows[0]) : null
}
