import { sealVote } from '../../client/index.ts'
import { type Config, ConfigError } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { findMarket } from '../user/find-market.ts'
import { findVote, type KeptVote, keepVote, pathOfVote } from '../user/kept-vote.ts'
import { relayVote } from '../user/relay-vote.ts'
import { runningRound } from '../user/running-round.ts'
import { jsonOf, openSender, send } from '../user/send.ts'
import { timeOf } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** Seals a vote, keeps what opens it, and commits: in this order, because a vote that cannot be opened costs stake. */
export async function commit(
  config: Config,
  command: CommandOf<'commit'>,
  terminal: Terminal,
): Promise<void> {
  const sender = await openSender(config, command)
  const { client, trader } = sender
  const { id, marketAddress } = await findMarket(client, command.market)
  const { voteRound, commitEndsAt, revealEndsAt } = await runningRound(client, marketAddress)
  const ballot = { marketAddress, voteRound, voterAddress: trader.address }
  const path = pathOfVote(config, ballot)
  const kept = await findVote(path)
  if (kept !== null && kept.vote !== command.vote)
    throw new ConfigError([
      `another vote of this round is kept in ${path}: if it was never committed, remove the file and try again`,
    ])
  const vote: KeptVote = kept ?? sealVote(trader.venue, { ...ballot, vote: command.vote })
  if (kept === null && !command.isDryRun) await keepVote(path, vote)
  const { commitHash } = vote
  const request = { kind: 'commitVote', marketAddress, voteRound, commitHash } as const
  const transaction = await send(sender, request, { command, terminal })
  if (transaction === null) return
  const committed = { ...vote, commitTxId: transaction.txId }
  await keepVote(path, committed)
  if (command.isRelayed) await relayVote(client, committed)
  if (command.json) return terminal.say(jsonOf({ ...transaction, file: path, relayed: command.isRelayed }))
  terminal.say(`committed in round ${voteRound}; vote and salt are in ${path}, which nobody else can read`)
  terminal.say(
    command.isRelayed
      ? 'the venue opens it when the time has come'
      : `open it with \`sibyl reveal ${id}\` between ${timeOf(commitEndsAt, terminal)} and ${timeOf(revealEndsAt, terminal)} UTC, or let the venue do it: \`sibyl reveal ${id} --relay\``,
  )
  terminal.say(`transaction ${transaction.txId}`)
}
