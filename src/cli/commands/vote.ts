import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { openSender, sendAndTell } from '../user/send.ts'
import type { Terminal } from '../user/terminal.ts'

/** Votes for a proposal. */
export async function vote(config: Config, command: CommandOf<'vote'>, terminal: Terminal): Promise<void> {
  const sender = await openSender(config, command)
  const { proposalId } = command
  await sendAndTell(
    sender,
    { kind: 'vote', proposalId },
    { command, terminal, textOf: () => `voted for proposal ${proposalId}` },
  )
}
