import { mintKey as mintByWallet } from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { openWallet } from '../user/open-wallet.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { jsonOf } from '../user/send.ts'
import type { Terminal } from '../user/terminal.ts'

/** Mints an API key for a wallet. The key goes to stdout alone, so that a script can take it from there. */
export async function mintKey(
  config: Config,
  command: CommandOf<'keys mint'>,
  { say }: Terminal,
): Promise<void> {
  const client = reachVenue(config, command)
  const signer = await openWallet(config, command)
  const scopes = command.scopes as readonly ('read' | 'write:tx')[] | null // the service refuses what is no scope
  const minted = await mintByWallet(client, signer, {
    name: command.keyName,
    ...(scopes !== null && { scopes }),
  })
  say(command.json ? jsonOf(minted) : minted.key)
}
