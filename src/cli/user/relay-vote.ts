import type { Client } from '../../client/index.ts'
import { ConfigError } from '../../config/index.ts'
import type { KeptVote } from './kept-vote.ts'

/** Gives a committed vote to the venue, which opens it when the time has come. */
export async function relayVote(client: Client, vote: KeptVote): Promise<void> {
  const { marketAddress, voterAddress, voteRound, salt, commitTxId } = vote
  if (commitTxId === undefined)
    throw new ConfigError([
      'the vote was kept, but never seen in a block: `sibyl reveal` without --relay opens it',
    ])
  await client.oracle.relayReveal({
    marketAddress,
    voterAddress,
    voteRound,
    voteChoice: vote.vote,
    salt,
    commitTxId,
  })
}
