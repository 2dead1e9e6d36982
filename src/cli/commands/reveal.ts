import { type Config, ConfigError } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { findMarket } from '../user/find-market.ts'
import { findVote, pathOfVote } from '../user/kept-vote.ts'
import { relayVote } from '../user/relay-vote.ts'
import { runningRound } from '../user/running-round.ts'
import { jsonOf, openSender, sendAndTell } from '../user/send.ts'
import type { Terminal } from '../user/terminal.ts'

/** Opens a sealed vote, or gives it to the venue, which opens it in time. */
export async function reveal(
  config: Config,
  command: CommandOf<'reveal'>,
  terminal: Terminal,
): Promise<void> {
  const sender = await openSender(config, command)
  const { client, trader } = sender
  const { marketAddress } = await findMarket(client, command.market)
  const { voteRound } = await runningRound(client, marketAddress)
  const path = command.file ?? pathOfVote(config, { marketAddress, voteRound, voterAddress: trader.address })
  const kept = await findVote(path)
  if (kept === null)
    throw new ConfigError([`there is no sealed vote in ${path}; --file names one that is kept elsewhere`])
  if (kept.marketAddress !== marketAddress || kept.voteRound !== voteRound)
    throw new ConfigError([`${path} holds a vote of another market or round`])
  if (command.isRelayed) {
    await relayVote(client, kept)
    return terminal.say(
      command.json ? jsonOf({ relayed: true }) : 'the venue opens it when the time has come',
    )
  }
  const { voterAddress, vote, salt } = kept
  await sendAndTell(
    sender,
    { kind: 'revealVote', marketAddress, voterAddress, voteRound, vote, salt },
    { command, terminal, textOf: () => `the vote of round ${voteRound} is open` },
  )
}
