import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { findMarket } from '../user/find-market.ts'
import { openSender, sendAndTell } from '../user/send.ts'
import type { Terminal } from '../user/terminal.ts'

/** Has the wallet's shares of a resolved market paid out. */
export async function settle(
  config: Config,
  command: CommandOf<'settle'>,
  terminal: Terminal,
): Promise<void> {
  const sender = await openSender(config, command)
  const { marketAddress: address, id } = await findMarket(sender.client, command.market)
  await sendAndTell(
    sender,
    { kind: 'settle', address },
    { command, terminal, textOf: () => `the shares of market ${id} are paid out` },
  )
}
