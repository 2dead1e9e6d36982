import type { Client, Dispute } from '../../client/index.ts'
import { ConfigError } from '../../config/index.ts'

/** The voting round of a disputed market that is not over. */
export async function runningRound(client: Client, address: string): Promise<Dispute['rounds'][number]> {
  const { rounds, marketId } = await client.oracle.dispute({ address })
  const round = rounds.at(-1)
  if (round === undefined || round.finalizedAt !== null)
    throw new ConfigError([`no vote is under way on market ${marketId}`])
  return round
}
