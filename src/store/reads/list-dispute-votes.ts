import type { Lister } from '../database.ts'
import { allOf, sql } from './fragment.ts'
import { iso } from './iso.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'

/** Jurors' votes about a market, newest first; null when there is no such market. */
export async function listDisputeVotes(
  db: Lister,
  { marketAddress, round }: { readonly marketAddress: string; readonly round: number | undefined },
  page: PageRequest,
): Promise<ListPage | null> {
  const market = sql`(select id from markets where market_address = ${marketAddress})`
  const where = [sql`c.market_id = ${market}`, ...(round === undefined ? [] : [sql`c.round = ${round}`])]
  const found = await listPage(
    db,
    {
      label: 'list-dispute-votes',
      from: sql`commits c`,
      where,
      id: sql`c.id`,
      key: { column: sql`c.committed_at_ms`, type: 'bigint' },
      order: 'desc',
      recordFrom: sql`commits c`,
      record: sql`
        c.round as "voteRound", c.voter as "voter", c.weight as "weight", c.stake::text as "stake",
        c.vote as "voteChoice", ${iso(sql`c.committed_at_ms`)} as "committedAt",
        ${iso(sql`c.revealed_at_ms`)} as "revealedAt", c.slashed::text as "slashed",
        c.stake_reward::text as "stakeReward", c.bond_reward::text as "bondReward",
        c.commit_tx_id as "commitTxId", c.reveal_tx_id as "revealTxId"`,
      total: sql`(select count(*) from commits c where ${allOf(where)})`,
      owner: market,
    },
    page,
  )
  return found.owner === null ? null : found
}
