import type { Client, Market, Trade } from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import { sleep } from '../../kit/index.ts'
import type { CommandOf } from '../command.ts'
import { signalled } from '../signal.ts'
import { type Amounts, amountsAt } from '../user/amounts.ts'
import { findMarket } from '../user/find-market.ts'
import { titleOf } from '../user/market-title.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { priceOf, priceOrDash, timeOf } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** Trades shown at first, so that one sees what was going on. */
const tailLength = 5
/** Trades between two looks beyond which the oldest are passed over. */
const pageMax = 200

/** Prints every trade once, oldest first, and the best prices when they change; ends at a signal or after enough trades. */
export async function watch(config: Config, command: CommandOf<'watch'>, terminal: Terminal): Promise<void> {
  const stop = new AbortController()
  void signalled().then(() => stop.abort())
  try {
    await follow(config, command, { terminal, signal: stop.signal })
  } catch (error) {
    if (!stop.signal.aborted) throw error // interrupted in the middle of a call
  }
}

async function follow(
  config: Config,
  command: CommandOf<'watch'>,
  { terminal, signal }: { readonly terminal: Terminal; readonly signal: AbortSignal },
): Promise<void> {
  const { say, paint } = terminal
  const client = reachVenue(config, command)
  const market = await findMarket(client, command.market, { signal })
  const address = market.marketAddress
  const { exactAmountOf } = await amountsAt(client, { signal })
  if (!command.json) say(paint('head', titleOf(market)))
  let lastId = 0
  let shown = 0
  let best = ''
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    for (const trade of await newTrades(client, address, {
      afterId: lastId,
      limit: isFirst ? tailLength : pageMax,
      signal,
    })) {
      say(
        command.json ? JSON.stringify({ type: 'trade', trade }) : lineOf(trade, { terminal, exactAmountOf }),
      )
      lastId = trade.id
      shown += 1
      if (shown === command.trades) return
    }
    const { bestBidYes, bestAskYes, state } = await client.markets.get({ address }, { signal })
    const now = JSON.stringify({ type: 'best', bestBidYes, bestAskYes, state })
    if (now !== best) say(command.json ? now : bestLine({ bestBidYes, bestAskYes, state }, terminal))
    best = now
    await sleep(command.intervalMs, signal)
  }
}

/** Newest first from the API, oldest first to the reader. */
async function newTrades(
  client: Client,
  address: string,
  {
    afterId,
    limit,
    signal,
  }: { readonly afterId: number; readonly limit: number; readonly signal: AbortSignal },
): Promise<Trade[]> {
  const { trades } = await client.markets.trades({ address, limit }, { signal })
  return trades.filter(({ id }) => id > afterId).reverse()
}

function bestLine(
  { bestBidYes, bestAskYes, state }: Pick<Market, 'bestBidYes' | 'bestAskYes' | 'state'>,
  { paint }: Terminal,
): string {
  const shown = (price: number | null): string => priceOrDash(price).padStart(5)
  return `${' '.repeat(timeWidth)}  yes ${paint('good', shown(bestBidYes))} | ${paint('bad', shown(bestAskYes))}  ${state}`
}

/** Of a time with its date; the time alone stands at its end. */
const timeWidth = 16

function lineOf(
  { fillTimestamp, side, outcome, quantity, price, fillType }: Trade,
  { terminal, exactAmountOf }: Pick<Amounts, 'exactAmountOf'> & { readonly terminal: Terminal },
): string {
  const time = timeOf(fillTimestamp, terminal).padStart(timeWidth)
  const what = terminal.paint(side === 'buy' ? 'good' : 'bad', `${side.padEnd(4)} ${outcome.padEnd(3)}`)
  return `${time}  ${what} ${exactAmountOf(quantity).padStart(12)} at ${priceOf(price)}  ${fillType}`
}
