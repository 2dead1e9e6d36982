import type { Reader } from '../../database.ts'

const sql = `
  select p.status, d.ends_at_ms
  from proposals p
  join periods d on d.id = p.period_id
  where p.id = $1`

export interface ProposalStanding {
  readonly status: 'pending' | 'accepted' | 'rejected'
  readonly periodEndsAtMs: number
}

/** Whether a proposal can still be voted for. */
export async function findProposalStanding(db: Reader, proposalId: number): Promise<ProposalStanding | null> {
  const [row] = await db.query<{ status: ProposalStanding['status']; ends_at_ms: number }>({
    label: 'find-proposal-standing',
    sql,
    values: [proposalId],
  })
  return row === undefined ? null : { status: row.status, periodEndsAtMs: row.ends_at_ms }
}
