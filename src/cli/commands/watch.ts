import type { Market, Trade } from '../../client/index.ts'
import type { Config } from '../../config/index.ts'
import type { CommandOf } from '../command.ts'
import { signalled } from '../signal.ts'
import { type Amounts, amountsAt } from '../user/amounts.ts'
import { findMarket } from '../user/find-market.ts'
import { titleOf } from '../user/market-title.ts'
import { reachVenue } from '../user/reach-venue.ts'
import { linesOf, priceOf, priceOrDash, timeOf } from '../user/table.ts'
import type { Terminal } from '../user/terminal.ts'

/** Trades shown at first, so that one sees what was going on. */
const tailLength = 5
/** Trades that were missed, beyond which the oldest are passed over. */
const missedMax = 200

type Best = Pick<Market, 'bestBidYes' | 'bestAskYes' | 'state'>

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
  const tell = (message: object, line: string): void => say(command.json ? JSON.stringify(message) : line)
  if (!command.json) say(paint('head', linesOf(titleOf(market), terminal)))
  let shown = 0
  let best = null as Best | null
  let lastId = 0
  /** Of trades that were read: the stream may tell them again. */
  let read = new Set<number>()

  const showTrade = (trade: Trade): void => {
    tell({ type: 'trade', trade }, lineOf(trade, { terminal, exactAmountOf }))
    lastId = trade.id
    shown += 1
  }
  const showBest = ({ bestBidYes, bestAskYes, state }: Best): void => {
    const now = { bestBidYes, bestAskYes, state }
    if (JSON.stringify(now) !== JSON.stringify(best)) tell({ type: 'best', ...now }, bestLine(now, terminal))
    best = now
  }
  const isEnough = (): boolean => shown === command.trades
  async function readAnew(): Promise<void> {
    const limit = best === null ? tailLength : missedMax
    const { trades } = await client.markets.trades({ address, limit }, { signal })
    read = new Set(trades.map(({ id }) => id))
    // Newest first from the API, oldest first to the reader.
    for (const trade of trades.filter(({ id }) => id > lastId).reverse()) if (!isEnough()) showTrade(trade)
    if (!isEnough()) showBest(await client.markets.get({ address }, { signal }))
  }

  for await (const message of client.stream({ channels: [`market:${address}`], signal })) {
    if (message.type === 'resync' || (message.type === 'subscribed' && best === null)) await readAnew()
    else if (message.type === 'trade') {
      if (!read.has(message.data.id)) showTrade(message.data)
    } else if (message.type === 'reorg') {
      const { toHeight } = message.data
      tell({ type: 'reorg', toHeight }, paint('faint', `what was traded after block ${toHeight} is undone`))
      // Numbers of trades that were undone are given again.
      read = new Set()
    } else if (best !== null && (message.type === 'ticker' || message.type === 'state'))
      showBest({ ...best, ...message.data })
    if (isEnough()) return
  }
}

function bestLine({ bestBidYes, bestAskYes, state }: Best, { paint }: Terminal): string {
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
