import {
  type Client,
  NetworkError,
  NodeError,
  SibylError,
  type Trader,
  TransactionFailed,
  UntrustedBuild,
} from '../../client/index.ts'
import { type Config, ConfigError } from '../../config/index.ts'
import { sleep } from '../../kit/index.ts'
import type { CommandOf } from '../command.ts'
import { createMaker, type Look, type MadeMarket, type Maker } from '../maker/create-maker.ts'
import { lookLine } from '../maker/look-line.ts'
import { signalled } from '../signal.ts'
import { amountsAt } from '../user/amounts.ts'
import { findMarket } from '../user/find-market.ts'
import { titleOf } from '../user/market-title.ts'
import { openSender, patience } from '../user/send.ts'
import type { Terminal } from '../user/terminal.ts'

/** Quotes both sides of markets until a signal, and takes the quotes back then. */
export async function make(config: Config, command: CommandOf<'make'>, terminal: Terminal): Promise<void> {
  const { client, trader } = await openSender(config, command)
  const amounts = await amountsAt(client)
  const size = BigInt(amounts.unitsOf(command.shares))
  const positionMax =
    command.positionMax === null ? POSITION_SIZES * size : BigInt(amounts.unitsOf(command.positionMax))
  if (positionMax < 2n * size) throw new ConfigError(['--max-position is at least two sizes'])
  const lossMax = command.lossMax === null ? null : BigInt(amounts.unitsOf(command.lossMax))

  const titles = new Map<string, string>()
  const markets: MadeMarket[] = []
  for (const { market: named, fair } of command.markets) {
    const market = await findMarket(client, named)
    if (titles.has(market.marketAddress)) throw new ConfigError([`market ${named} is named twice`])
    titles.set(market.marketAddress, titleOf(market))
    markets.push({ address: market.marketAddress, fair })
  }
  const { width, skew, lifeMs, gasAmountMax, isDryRun, json } = command
  const terms = { width, size, skew, positionMax }
  const maker = createMaker({ client, trader, terms, lifeMs, gasAmountMax, patience, isDryRun })
  const say = (look: Look): void => {
    if (json) terminal.say(jsonLine(look))
    else if (look.did !== 'kept')
      terminal.say(lookLine(look, titles.get(look.address) ?? '', { amounts, terminal }))
  }
  if (isDryRun) {
    for (const market of markets) say(await maker.look(market))
    return
  }
  await keepMaking({ client, trader, maker, markets, lossMax, lifeMs, say, terminal })
}

/** Limit of the position in sizes, where nobody named one. */
const POSITION_SIZES = 10n

interface Making {
  readonly client: Client
  readonly trader: Trader
  readonly maker: Maker
  readonly markets: readonly MadeMarket[]
  readonly lossMax: bigint | null
  readonly lifeMs: number
  readonly say: (look: Look) => void
  readonly terminal: Terminal
}

async function keepMaking(making: Making): Promise<void> {
  const stop = new AbortController()
  void signalled().then(() => stop.abort())
  const bell = createBell(making.markets)
  void listen(making, bell, stop.signal)
  try {
    await quoteUntil(stop.signal, making, bell)
  } finally {
    // An open stream would keep a program that has failed.
    stop.abort()
  }
}

async function quoteUntil(stop: AbortSignal, making: Making, bell: Bell): Promise<void> {
  const { maker, markets, lifeMs, say, terminal } = making
  const leaveAll = async (): Promise<void> => {
    for (const market of markets) await patiently(terminal, () => maker.leave(market))
  }
  let startPnl: bigint | null = null
  let isPaused = false
  while (!stop.aborted) {
    const pnl = await patiently(terminal, () => pnlOf(making))
    startPnl ??= pnl
    if (pnl === null || startPnl === null) {
      // Nobody says what is lost, so nothing more may be: what rests is taken back as far as that is possible.
      // The next block asks again.
      for (const market of markets) bell.renewAt(market, 0)
      if (!isPaused) terminal.complain('--max-loss cannot be judged: no quotes until it can')
      isPaused = true
      await leaveAll()
    } else {
      if (making.lossMax !== null && startPnl - pnl > making.lossMax) {
        terminal.complain('more than --max-loss is lost: the quotes are taken back')
        break
      }
      if (isPaused) bell.all()
      isPaused = false
      for (const market of bell.due()) {
        if (stop.aborted) break
        await patiently(terminal, async () => {
          // Until this look says otherwise: after one that fails the next block asks again.
          bell.renewAt(market, 0)
          const look = await maker.look(market)
          bell.renewAt(market, look.renewAtMs)
          say(look)
        })
      }
    }
    await bell.rung(lifeMs / QUIET_PARTS, stop)
  }
  await leaveAll()
}

/** A stream that says nothing is not believed for longer than this part of a quote's life. */
const QUIET_PARTS = 4

/** Which markets have to be looked at again, and when. */
function createBell(markets: readonly MadeMarket[]) {
  const due = new Set(markets)
  const renewals = new Map<MadeMarket, number>()
  let wake = new AbortController()
  const ring = (which: Iterable<MadeMarket>): void => {
    for (const market of which) due.add(market)
    if (due.size > 0) wake.abort()
  }
  return {
    due(): MadeMarket[] {
      const found = markets.filter((market) => due.has(market))
      due.clear()
      return found
    },
    renewAt: (market: MadeMarket, atMs: number) => void renewals.set(market, atMs),
    touched: (address: string) => ring(markets.filter((market) => market.address === address)),
    reached: (blockMs: number) =>
      ring(markets.filter((market) => blockMs >= (renewals.get(market) ?? Number.POSITIVE_INFINITY))),
    all: () => ring(markets),
    async rung(atMostMs: number, signal: AbortSignal): Promise<void> {
      const { signal: woken } = wake
      if (!woken.aborted) await sleep(atMostMs, AbortSignal.any([woken, signal]))
      if (!woken.aborted) ring(markets)
      wake = new AbortController()
    },
  }
}

type Bell = ReturnType<typeof createBell>

/** Hears of fills, of other people's orders where they matter, and of the chain's clock. */
async function listen(
  { client, trader, markets, terminal }: Making,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  const followed = markets.filter(({ fair }) => fair === null)
  const channels = [
    'blocks',
    `wallet:${trader.address}`,
    ...followed.map(({ address }) => `market:${address}`),
  ]
  await patiently(terminal, async () => {
    for await (const message of client.stream({ channels, signal })) {
      if (message.type === 'resync' || message.type === 'subscribed') bell.all()
      else if (message.type === 'block') bell.reached(message.data.timestamp)
      else if (message.type === 'fill') bell.touched(message.data.trade.marketAddress)
      else if ('marketAddress' in message.data && message.data.marketAddress !== null)
        bell.touched(message.data.marketAddress)
    }
  })
}

async function pnlOf({ client, trader, lossMax }: Making): Promise<bigint> {
  if (lossMax === null) return 0n
  const { total } = await client.users.portfolio({ address: trader.address, limit: 1 })
  return BigInt(total.pnl)
}

/** A refusal, a lost transaction, a venue or a node that is away costs one look: what rests ends by itself. */
async function patiently<T>({ complain }: Terminal, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!isPassing(error)) throw error
    complain(error.message)
    return null
  }
}

const passing = [SibylError, NetworkError, NodeError, TransactionFailed]

/** What asks for too much gas as well: it is not signed, and the orders in its way may be gone by the next look. */
const isPassing = (error: unknown): error is Error =>
  passing.some((kind) => error instanceof kind) ||
  (error instanceof UntrustedBuild && error.field === 'gasAmount')

const jsonLine = ({ position, orders, renewAtMs, atMs, ...look }: Look): string =>
  JSON.stringify({
    type: 'look',
    ...look,
    position: String(position),
    orders: orders.map(({ quantity, ...order }) => ({ ...order, quantity: String(quantity) })),
    at: atMs === null ? null : new Date(atMs).toISOString(),
    renewAt: Number.isFinite(renewAtMs) ? new Date(renewAtMs).toISOString() : null,
  })
