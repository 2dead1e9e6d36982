import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { openApiKey } from '../user/open-wallet.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { jsonOf } from '../user/send.ts'
import type { Terminal } from '../user/terminal.ts'

/** Revokes an API key of the wallet that owns the one in use; it may be that one. */
export async function revokeKey(
  config: Config,
  command: CommandOf<'keys revoke'>,
  { say }: Terminal,
): Promise<void> {
  const { id } = command
  await reachVenue(config, command, await openApiKey(config, command)).auth.revoke({ id })
  say(command.json ? jsonOf({ id, revoked: true }) : `key ${id} is revoked`)
}
