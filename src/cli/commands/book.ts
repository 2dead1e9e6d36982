import type { Config } from '../../config/index.ts'
import type { UserCommand } from '../command.ts'
import { findMarket } from '../user/find-market.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { amountOf, priceOf, tableOf } from '../user/table.ts'

type BookCommand = Extract<UserCommand, { name: 'book' }>

/** A market's book as a table: what buyers offer on the left, what sellers ask on the right, best prices on top. */
export async function book(config: Config, command: BookCommand, say: (text: string) => void): Promise<void> {
  const client = reachVenue(config, command.url)
  const market = await findMarket(client, command.market)
  const levels = await client.markets.orderBook({ address: market.marketAddress, depth: command.depth })
  if (command.json) {
    say(JSON.stringify(levels, null, 2))
    return
  }
  const { bids, asks } = levels[command.outcome]
  const largest = [...bids, ...asks].reduce((max, { quantity }) => maxOf(max, BigInt(quantity)), 1n)
  const rows = Array.from({ length: Math.max(bids.length, asks.length) }, (_, i) => {
    const [bid, ask] = [bids[i], asks[i]]
    return [
      bid === undefined ? '' : barOf(bid.quantity, largest).padStart(barWidth),
      bid === undefined ? '' : amountOf(bid.quantity),
      bid === undefined ? '' : priceOf(bid.price),
      ask === undefined ? '' : priceOf(ask.price),
      ask === undefined ? '' : amountOf(ask.quantity),
      ask === undefined ? '' : barOf(ask.quantity, largest),
    ]
  })
  say(`${market.question}`)
  say(`market ${market.id}, ${market.state}, ends ${market.endsAt}, volume ${amountOf(market.volume)}\n`)
  const head = ['', `shares`, `buy ${command.outcome}`, `sell ${command.outcome}`, 'shares', '']
  say(rows.length === 0 ? 'The book is empty.' : tableOf([head, ...rows], [0, 1, 2, 4]))
}

const barWidth = 12

/** A price's share of the largest quantity in sight, never nothing. */
function barOf(quantity: string, largest: bigint): string {
  const length = Number((BigInt(quantity) * BigInt(barWidth)) / largest)
  return '▆'.repeat(Math.max(1, length))
}

const maxOf = (a: bigint, b: bigint): bigint => (a > b ? a : b)
