import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { amountsAt } from '../user/amounts.ts'
import { findMarket } from '../user/find-market.ts'
import { titlesOf } from '../user/market-title.ts'
import { addressFor } from '../user/open-wallet.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { jsonOf } from '../user/send.ts'
import { type Cell, headsOf, priceOrDash, tableOf } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** What a wallet holds of which outcome, newest first. */
export async function positions(
  config: Config,
  command: CommandOf<'positions'>,
  terminal: Terminal,
): Promise<void> {
  const client = reachVenue(config, command)
  const address = await addressFor(config, command)
  const market = command.market === null ? {} : { marketId: (await findMarket(client, command.market)).id }
  const answer = await client.users.positions({ address, ...market, limit: command.limit })
  if (command.json) return terminal.say(jsonOf(answer))
  const { total } = answer.pagination
  if (total === 0) return terminal.say('There is no position.')
  const titles = await titlesOf(
    client,
    answer.positions.map(({ marketId }) => marketId),
  )
  const { amountOf } = await amountsAt(client)
  const rows = answer.positions.map((position): Cell[] => [
    String(position.marketId),
    [position.positionType, position.positionType === 'yes' ? 'good' : 'bad'],
    amountOf(position.shares),
    amountOf(position.lockedShares),
    priceOrDash(position.entryPrice),
    amountOf(position.potentialPayout),
    position.isSettled ? ['settled', 'faint'] : 'held',
    titles.get(position.marketId) ?? '',
  ])
  const heads = headsOf('market', '', 'shares', 'in orders', 'bought at', 'pays', 'state', 'question')
  terminal.say(tableOf([heads, ...rows], { right: [0, 2, 3, 4, 5], cut: 7, spare: [3, 4, 6] }, terminal))
  if (total > rows.length) terminal.say(`${total - rows.length} more; --limit shows up to 200`)
}
