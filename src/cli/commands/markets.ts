import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { amountsAt } from '../user/amounts.ts'
import { titleOf } from '../user/market-title.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { jsonOf } from '../user/send.ts'
import { type Cell, headsOf, priceOrDash, tableOf } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** The venue's markets with their numbers, oldest first; with words, those whose texts have them. */
export async function markets(
  config: Config,
  command: CommandOf<'markets'>,
  terminal: Terminal,
): Promise<void> {
  const { words, status, limit, json } = command
  const { say } = terminal
  const client = reachVenue(config, command)
  const q = words === '' ? {} : { q: words }
  const page = await client.markets.list({ ...q, status, limit, sort: 'created-at', order: 'asc' })
  if (json) {
    say(jsonOf(page))
    return
  }
  const { total } = page.pagination
  if (total === 0) {
    say(`There is no ${status === 'all' ? '' : `${status} `}market${words === '' ? '' : ` with ${words}`}.`)
    return
  }
  const { amountOf } = await amountsAt(client)
  const rows = page.markets.map(({ id, bestBidYes, bestAskYes, volume, state, ...market }): Cell[] => [
    String(id),
    [priceOrDash(bestBidYes), 'good'],
    [priceOrDash(bestAskYes), 'bad'],
    amountOf(volume),
    state,
    titleOf(market),
  ])
  const heads = headsOf('market', 'buy yes', 'sell yes', 'volume', 'state', 'question')
  say(tableOf([heads, ...rows], { right: [0, 1, 2, 3], cut: 5, spare: [3, 4] }, terminal))
  if (total > rows.length) say(`${total - rows.length} more; --limit shows up to ${limitMax}`)
}

const limitMax = 200
