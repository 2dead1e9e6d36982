import type { Writer } from '../../database.ts'
import type { Challenge } from './challenge.ts'

const sql = `
  insert into challenges (id, wallet, challenge, client, issued_at_ms, expires_at_ms)
  values ($1, $2, $3, $4, $5, $6)`

export async function insertChallenge(
  db: Writer,
  challenge: Omit<Challenge, 'usedAtMs' | 'tries'>,
): Promise<void> {
  const { id, wallet, challenge: text, client, issuedAtMs, expiresAtMs } = challenge
  await db.execute({
    label: 'insert-challenge',
    sql,
    values: [id, wallet, text, client, issuedAtMs, expiresAtMs],
  })
}
