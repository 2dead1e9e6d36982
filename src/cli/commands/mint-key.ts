import { mintKey as mintByWallet } from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import type { UserCommand } from '../command.ts'
import { openWallet } from '../user/open-wallet.ts'
import { reachVenue } from '../user/reach-venue.ts'

type MintCommand = Extract<UserCommand, { name: 'keys mint' }>

/** Mints an API key for a wallet. The key goes to stdout alone, so that a script can take it from there. */
export async function mintKey(
  config: Config,
  command: MintCommand,
  say: (text: string) => void,
): Promise<void> {
  const client = reachVenue(config, command.url)
  const signer = await openWallet(config, command)
  const scopes = command.scopes as readonly ('read' | 'write:tx')[] | null // the service refuses what is no scope
  const minted = await mintByWallet(client, signer, {
    name: command.keyName,
    ...(scopes !== null && { scopes }),
  })
  say(command.json ? JSON.stringify(minted, null, 2) : minted.key)
}
