import type { Lister } from '../database.ts'
import { sql } from './fragment.ts'
import { iso } from './iso.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'

/** A proposal's votes, newest first; null when there is no such proposal. */
export async function listProposalVotes(
  db: Lister,
  proposalId: number,
  page: PageRequest,
): Promise<ListPage | null> {
  const found = await listPage(
    db,
    {
      label: 'list-proposal-votes',
      from: sql`votes v`,
      where: [sql`v.proposal_id = ${proposalId}`],
      id: sql`v.id`,
      order: 'desc',
      // The index is by proposal, not by id alone.
      recordFrom: sql`(select * from votes where proposal_id = ${proposalId}) v`,
      record: sql`
        v.id as "id", v.proposal_id as "proposalId", v.voter as "voter", v.weight as "weight", v.tx_id as "txId",
        ${iso(sql`v.voted_at_ms`)} as "votedAt"`,
      total: sql`(select unique_voters from proposals where id = ${proposalId})`,
      owner: sql`(select id from proposals where id = ${proposalId})`,
    },
    page,
  )
  return found.owner === null ? null : found
}
