import type { Client, Trade } from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import { sleep } from '../../kit/index.ts'
import type { UserCommand } from '../command.ts'
import { signalled } from '../signal.ts'
import { findMarket } from '../user/find-market.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { exactAmountOf, priceOf } from '../user/table.ts'

type WatchCommand = Extract<UserCommand, { name: 'watch' }>

/** Trades shown at first, so that one sees what was going on. */
const tailLength = 5
/** Trades between two looks beyond which the oldest are passed over. */
const pageMax = 200

/** Prints every trade once, oldest first, and the best prices when they change; ends at a signal or after enough trades. */
export async function watch(
  config: Config,
  command: WatchCommand,
  say: (text: string) => void,
): Promise<void> {
  const stop = new AbortController()
  void signalled().then(() => stop.abort())
  try {
    await follow(config, command, { say, signal: stop.signal })
  } catch (error) {
    if (!stop.signal.aborted) throw error // interrupted in the middle of a call
  }
}

async function follow(
  config: Config,
  command: WatchCommand,
  { say, signal }: { readonly say: (text: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  const client = reachVenue(config, command.url)
  const { marketAddress: address, question } = await findMarket(client, command.market, { signal })
  if (!command.json) say(question)
  let lastId = 0
  let shown = 0
  let best = ''
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    for (const trade of await newTrades(client, address, {
      afterId: lastId,
      limit: isFirst ? tailLength : pageMax,
      signal,
    })) {
      say(command.json ? JSON.stringify({ type: 'trade', trade }) : lineOf(trade))
      lastId = trade.id
      shown += 1
      if (shown === command.trades) return
    }
    const { bestBidYes, bestAskYes, state } = await client.markets.get({ address }, { signal })
    const now = JSON.stringify({ type: 'best', bestBidYes, bestAskYes, state })
    if (now !== best)
      say(
        command.json ? now : `          yes ${shownPrice(bestBidYes)} | ${shownPrice(bestAskYes)}  ${state}`,
      )
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

const shownPrice = (price: number | null): string => (price === null ? '  -  ' : priceOf(price))

function lineOf({ fillTimestamp, side, outcome, quantity, price, fillType }: Trade): string {
  const time = new Date(fillTimestamp).toISOString().slice(11, 19)
  return `${time}  ${side.padEnd(4)} ${outcome.padEnd(3)} ${exactAmountOf(quantity).padStart(12)} at ${priceOf(price)}  ${fillType}`
}
