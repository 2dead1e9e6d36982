import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SealedVote } from '../../client/index.ts'
import { type Config, ConfigError, writePrivateFile } from '../../config/index.ts'

/** A sealed vote in a file, in the form the console saves it; `commitTxId` once it is committed. */
export interface KeptVote extends SealedVote {
  readonly commitTxId?: string
}

type Named = Pick<SealedVote, 'marketAddress' | 'voteRound' | 'voterAddress'>

export function pathOfVote(config: Config, { marketAddress, voteRound, voterAddress }: Named): string {
  const folder = config.votesDir ?? join(homedir(), '.sibyl', 'votes')
  return join(folder, `${marketAddress}-${voteRound}-${voterAddress.replace(':', '_')}.json`)
}

/** Readable by the user alone. */
export async function keepVote(path: string, vote: KeptVote): Promise<void> {
  await writePrivateFile(path, JSON.stringify(vote, null, 2), 'SIBYL_VOTES_DIR')
}

/** Null when there is no such file. */
export async function findVote(path: string): Promise<KeptVote | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT') return null
    throw new ConfigError([`${path} cannot be read (${code})`])
  }
  const vote = parseVote(text)
  if (vote === null) throw new ConfigError([`${path} holds no sealed vote`])
  return vote
}

function parseVote(text: string): KeptVote | null {
  try {
    const vote = JSON.parse(text) as Record<string, unknown>
    const isVote =
      typeof vote.marketAddress === 'string' &&
      typeof vote.voterAddress === 'string' &&
      Number.isInteger(vote.voteRound) &&
      [1, 2, 3].includes(vote.vote as number) &&
      typeof vote.salt === 'string' &&
      /^[0-9a-f]{64}$/.test(vote.salt) &&
      typeof vote.commitHash === 'string'
    return isVote ? (vote as unknown as KeptVote) : null // just checked
  } catch {
    return null
  }
}
