import type { Order } from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { amountsAt } from '../user/amounts.ts'
import { findMarket } from '../user/find-market.ts'
import { titlesOf } from '../user/market-title.ts'
import { addressFor } from '../user/open-wallet.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { jsonOf } from '../user/send.ts'
import { type Cell, headsOf, priceOf, tableOf, timeOf } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** A wallet's orders, newest first. */
export async function orders(
  config: Config,
  command: CommandOf<'orders'>,
  terminal: Terminal,
): Promise<void> {
  const client = reachVenue(config, command)
  const address = await addressFor(config, command)
  const market =
    command.market === null ? {} : { marketAddress: (await findMarket(client, command.market)).marketAddress }
  const answer = await client.users.orders({
    address,
    ...market,
    status: command.status,
    limit: command.limit,
  })
  if (command.json) return terminal.say(jsonOf(answer))
  const { total } = answer.pagination
  if (total === 0)
    return terminal.say(`There is no ${command.status === 'all' ? '' : `${command.status} `}order.`)
  const titles = await titlesOf(
    client,
    answer.orders.map(({ marketId }) => marketId),
  )
  const { amountOf } = await amountsAt(client)
  const rows = answer.orders.map((order): Cell[] => [
    String(order.marketId),
    String(order.orderId),
    [`${order.side} ${order.outcome}`, order.side === 'buy' ? 'good' : 'bad'],
    priceOf(order.price),
    amountOf(order.quantity),
    amountOf(order.filled),
    stateOf(order),
    timeOf(order.orderTimestamp, terminal),
    titles.get(order.marketId) ?? '',
  ])
  const heads = headsOf('market', 'order', '', 'price', 'shares', 'filled', 'state', 'placed', 'question')
  terminal.say(tableOf([heads, ...rows], { right: [0, 1, 3, 4, 5], cut: 8, spare: [7, 5, 6] }, terminal))
  if (total > rows.length) terminal.say(`${total - rows.length} more; --limit shows up to 200`)
}

function stateOf({ cancelled, filled, quantity }: Order): Cell {
  if (cancelled) return ['cancelled', 'faint']
  return filled === quantity ? ['filled', 'faint'] : 'open'
}
