import type { Config } from '../../config/index.ts'
import type { UserCommand } from '../command.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { amountOf, priceOf, tableOf } from '../user/table.ts'

type MarketsCommand = Extract<UserCommand, { name: 'markets' }>

/** The venue's markets with their numbers, oldest first; with words, those whose texts have them. */
export async function markets(
  config: Config,
  { url, words, status, limit, json }: MarketsCommand,
  say: (text: string) => void,
): Promise<void> {
  const client = reachVenue(config, url)
  const q = words === '' ? {} : { q: words }
  const page = await client.markets.list({ ...q, status, limit, sort: 'created-at', order: 'asc' })
  if (json) {
    say(JSON.stringify(page, null, 2))
    return
  }
  const { total } = page.pagination
  if (total === 0) {
    say(`There is no ${status === 'all' ? '' : `${status} `}market${words === '' ? '' : ` with ${words}`}.`)
    return
  }
  const rows = page.markets.map(({ id, bestBidYes, bestAskYes, volume, state, question, masterQuestion }) => [
    String(id),
    shown(bestBidYes),
    shown(bestAskYes),
    amountOf(volume),
    state,
    masterQuestion === null ? question : `${masterQuestion} ${question}`,
  ])
  say(tableOf([['market', 'buy yes', 'sell yes', 'volume', 'state', 'question'], ...rows], [0, 1, 2, 3]))
  if (total > rows.length) say(`${total - rows.length} more; --limit shows up to ${limitMax}`)
}

const limitMax = 200
const shown = (price: number | null): string => (price === null ? '-' : priceOf(price))
