import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { amountsAt } from '../user/amounts.ts'
import { findMarket } from '../user/find-market.ts'
import { titleOf } from '../user/market-title.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { jsonOf } from '../user/send.ts'
import { type Cell, headsOf, linesOf, priceOf, tableOf, timeOf } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** A market's book as a table: what buyers offer on the left, what sellers ask on the right, best prices on top. */
export async function book(config: Config, command: CommandOf<'book'>, terminal: Terminal): Promise<void> {
  const { say, paint } = terminal
  const client = reachVenue(config, command)
  const market = await findMarket(client, command.market)
  const levels = await client.markets.orderBook({ address: market.marketAddress, depth: command.depth })
  if (command.json) {
    say(jsonOf(levels))
    return
  }
  const { amountOf } = await amountsAt(client)
  const { bids, asks } = levels[command.outcome]
  const largest = [...bids, ...asks].reduce((max, { quantity }) => maxOf(max, BigInt(quantity)), 1n)
  const rows = Array.from({ length: Math.max(bids.length, asks.length) }, (_, i): Cell[] => {
    const [bid, ask] = [bids[i], asks[i]]
    return [
      bid === undefined ? '' : barOf(bid.quantity, largest).padStart(barWidth),
      bid === undefined ? '' : amountOf(bid.quantity),
      bid === undefined ? '' : [priceOf(bid.price), 'good'],
      ask === undefined ? '' : [priceOf(ask.price), 'bad'],
      ask === undefined ? '' : amountOf(ask.quantity),
      ask === undefined ? '' : barOf(ask.quantity, largest),
    ]
  })
  say(paint('head', linesOf(titleOf(market), terminal)))
  const ends = timeOf(market.endsAt, terminal)
  const facts = `market ${market.id}, ${market.state}, ends ${ends}, volume ${amountOf(market.volume)}`
  say(`${linesOf(facts, terminal)}\n`)
  const heads = headsOf('', 'shares', `buy ${command.outcome}`, `sell ${command.outcome}`, 'shares', '')
  const shape = { right: [0, 1, 2, 4], spare: [0, 5] }
  say(rows.length === 0 ? 'The book is empty.' : tableOf([heads, ...rows], shape, terminal))
}

const barWidth = 12

/** A price's share of the largest quantity in sight, never nothing. */
function barOf(quantity: string, largest: bigint): string {
  const length = Number((BigInt(quantity) * BigInt(barWidth)) / largest)
  return '▆'.repeat(Math.max(1, length))
}

const maxOf = (a: bigint, b: bigint): bigint => (a > b ? a : b)
