import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { amountsAt } from '../user/amounts.ts'
import { titlesOf } from '../user/market-title.ts'
import { addressFor } from '../user/open-wallet.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { jsonOf } from '../user/send.ts'
import { type Cell, factsOf, headsOf, priceOrDash, tableOf } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** What a wallet's positions cost, brought and are worth. */
export async function portfolio(
  config: Config,
  command: CommandOf<'portfolio'>,
  terminal: Terminal,
): Promise<void> {
  const client = reachVenue(config, command)
  const address = await addressFor(config, command)
  const answer = await client.users.portfolio({ address, open: true, limit: command.limit })
  if (command.json) return terminal.say(jsonOf(answer))
  const { positions, total, pagination } = answer
  const { amountOf, profitOf } = await amountsAt(client)
  const titles = await titlesOf(
    client,
    positions.map(({ marketId }) => marketId),
  )
  const rows = positions.map(
    ({ marketId, positionType, shares, price, cost, value, pnl, question }): Cell[] => [
      String(marketId),
      [positionType, positionType === 'yes' ? 'good' : 'bad'],
      amountOf(shares),
      priceOrDash(price),
      amountOf(cost),
      amountOf(value),
      profitOf(pnl),
      titles.get(marketId) ?? question,
    ],
  )
  const heads = headsOf('market', '', 'shares', 'price', 'cost', 'value', 'profit', 'question')
  if (rows.length > 0)
    terminal.say(
      `${tableOf([heads, ...rows], { right: [0, 2, 3, 4, 5, 6], cut: 7, spare: [4, 3] }, terminal)}\n`,
    )
  if (pagination.total > rows.length)
    terminal.say(`${pagination.total - rows.length} more; --limit shows up to 200\n`)
  terminal.say(
    factsOf(
      [
        ['value', amountOf(total.value)],
        ['cost', amountOf(total.cost)],
        ['fees', amountOf(total.fees)],
        ['realised', profitOf(total.realisedPnl)],
        ['unrealised', profitOf(total.unrealisedPnl)],
        ['profit', profitOf(total.pnl)],
        ['in orders', amountOf(total.lockedCollateral)],
        ['in parlays', amountOf(total.parlays.value)],
      ],
      terminal,
    ),
  )
}
