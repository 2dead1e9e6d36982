import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { openApiKey } from '../user/open-wallet.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { jsonOf } from '../user/send.ts'
import { type Cell, headsOf, tableOf, timeOf } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** The API keys of the wallet that owns the one in use, newest first; never their secrets. */
export async function listKeys(
  config: Config,
  command: CommandOf<'keys list'>,
  terminal: Terminal,
): Promise<void> {
  const answer = await reachVenue(config, command, await openApiKey(config, command)).auth.list()
  if (command.json) return terminal.say(jsonOf(answer))
  const shown = (time: string | null): string => (time === null ? '-' : timeOf(time, terminal))
  const rows = answer.keys.map(({ id, scopes, lastUsedAt, expiresAt, revokedAt, name }): Cell[] => [
    id,
    scopes.join(','),
    shown(lastUsedAt),
    revokedAt !== null
      ? ['revoked', 'bad']
      : expiresAt !== null
        ? `until ${timeOf(expiresAt, terminal)}`
        : 'active',
    name,
  ])
  terminal.say(
    tableOf(
      [headsOf('id', 'scopes', 'last used', 'state', 'name'), ...rows],
      { cut: 4, spare: [2, 1] },
      terminal,
    ),
  )
}
