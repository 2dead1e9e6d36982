import assert from 'node:assert/strict'
import {
  cancelOrders,
  clearOrders,
  decodeDeskEvent,
  decodeMarketEvent,
  mergePairs,
  nativeFor,
  payFees,
  placeOrder,
  quoteOrders,
  releaseOrder,
  settlePosition,
  splitPairs,
  swapFirst,
  sweepChunk,
} from '../../src/bindings/index.ts'
import {
  bookSideOf,
  type ContractEvent,
  createMarketModel,
  type DeskEvent,
  FILLS_MAX,
  type FinalOutcome,
  type MarketEvent,
  type MarketModel,
  type ModelAnswer,
  type ModelOrder,
  type ModelQuote,
  ONE,
  outcomes,
  type Quote,
  quoteFills,
  sides,
} from '../../src/domain/index.ts'
import { createSeededRandom, minBigint, type Random, randomBelow } from '../../src/kit/index.ts'
import type { Receipt, StageHost, StageWallet } from '../support/stage/host.ts'
import { levelsOf, viewMarket } from '../support/stage/market-view.ts'
import { FAR_MS, openStage, refusalOf, type Stage, type StagedMarket } from '../support/stage/stage.ts'
import { firstLiquidity, openDesk, type PlayedDesk, randomDeskCall } from './desk-steps.ts'
import type { DeskAnswer } from './models/desk-model.ts'

export interface SequencesReport {
  readonly sequences: number
  readonly steps: number
  readonly fills: number
  readonly refusals: number
  /** How often the contracts said what: that nothing the lives are for is missing from them. */
  readonly said: Readonly<Record<string, number>>
}

/** Plays sequences number `from` to `to`; a failure names the seed that replays it alone. */
export async function playSequences(
  host: StageHost,
  options: {
    readonly seed: string
    readonly from: number
    readonly to: number
    readonly steps: number
    /** One share in base units; 10^18 unless said. */
    readonly unit?: bigint
    readonly onPlayed?: (number: number) => void
  },
): Promise<SequencesReport> {
  const stage = await openStage(host, options.seed, options.unit)
  const traders = await stage.wallets(TRADERS, { alph: 100_000n * ONE, collateral: 10n ** 9n * stage.unit })
  let [steps, fills, refusals] = [0, 0, 0]
  const said: Record<string, number> = {}
  for (let i = options.from; i < options.to; i += 1) {
    const seed = `${options.seed} ${i}`
    const report = await playSequence(stage, traders, { seed, steps: options.steps }).catch(
      (cause: unknown) => {
        throw new Error(`sequence ${i} of seed "${options.seed}" went wrong`, { cause })
      },
    )
    steps += report.steps
    fills += report.fills
    refusals += report.refusals
    for (const [what, count] of report.said) said[what] = (said[what] ?? 0) + count
    options.onPlayed?.(i)
  }
  return { sequences: options.to - options.from, steps, fills, refusals, said }
}

/** Few enough to meet themselves, enough to fill queues. */
const TRADERS = 5

/** What the book says before the order that it will do. */
function quoteOf(
  model: MarketModel,
  order: ModelOrder,
  at: { readonly nowMs: number; readonly restingMin: bigint },
): Quote {
  const faced = bookSideOf(order.side, order.outcome) === 'bid' ? 'ask' : 'bid'
  const facing = model.book.list(faced).map((resting) => ({ ...resting }))
  const fillsMax = order.timeInForce === 'post-only' ? 0 : Math.min(order.maxFills, FILLS_MAX)
  return quoteFills(facing, { ...order, ...at, size: { quantity: order.quantity }, fillsMax })
}

/** The answer is compared with the chain's, so the quote is too: each fill, what it cost and the fee, to the unit. */
function judgeQuote(quote: Quote, answer: ModelAnswer): void {
  if (!answer.ok) return
  const fills = answer.events.filter((event) => event.type === 'OrderFilled')
  assert.deepEqual(
    quote.fills.map(({ makerOrderId, quantity }) => ({ makerOrderId, quantity })),
    fills.map(({ makerOrderId, quantity }) => ({ makerOrderId, quantity })),
  )
  const charged = answer.events.find((event) => event.type === 'FeeCharged')
  assert.equal(quote.notional, charged?.notional ?? 0n)
  assert.equal(quote.fee, charged?.fee ?? 0n)
}

interface SequenceReport {
  readonly steps: number
  readonly fills: number
  readonly refusals: number
  readonly said: ReadonlyMap<string, number>
}

/**
 * One random life of a market, played on the chain and in the reference model at once. After every step: the same
 * events or the same refusal, the same collateral gained by every wallet, and the contract holds exactly what the model
 * says went in, which is exactly what it owes.
 */
async function playSequence(
  stage: Stage,
  traders: readonly StageWallet[],
  options: { readonly seed: string; readonly steps: number },
): Promise<SequenceReport> {
  const random = createSeededRandom(options.seed)
  const creatorShare = randomBelow(random, 31)
  const { blockMs } = stage.host
  // Some end while orders still come, and the closing price covers all of a life, a part of it, or less than a block.
  const lastsMs = blockMs * (options.steps + randomBelow(random, options.steps)) - 1
  const closingMs = [blockMs / 2, 7 * blockMs + 3, lastsMs / 2, 2 * lastsMs][randomBelow(random, 4)]!
  const market = await stage.openMarket({ lastsMs, creatorShare, closingMs: Math.floor(closingMs) })
  const model = createMarketModel({
    marketAddress: market.address,
    creator: stage.creator.address,
    treasury: stage.treasury.address,
    creatorShare,
    unit: stage.unit,
    endsAtMs: market.endsAtMs,
    closingMs: market.closingMs,
    nowMs: stage.host.nowMs,
  })
  const desk = await openDesk(stage)
  const judge = await createJudge(stage, market, { model, desk }, traders)
  const { collateralId } = stage
  const terms = { marketId: market.id, collateralId, subject: market.subject, deadlineMs: FAR_MS }
  const pick = <T>(items: readonly T[]): T => items[randomBelow(random, items.length)]!
  let steps = 0
  const deskStep = async (who: StageWallet, { call, expect }: ReturnType<typeof randomDeskCall>) => {
    await judge.compare(expect, () => stage.send(who, call))
    await desk.compare()
  }
  // One desk in four begins empty.
  if (randomBelow(random, 4) > 0)
    await deskStep(traders[0]!, firstLiquidity(traders[0]!.address, stage, desk))

  for (let i = 0; i < options.steps; i += 1) {
    steps += 1
    const trader = pick(traders)
    const action = randomBelow(random, 24)
    if (action < 2 && judge.placed() > 0) {
      const count = pick([1, 1, 1, 2, 6])
      const orderIds = randomIds(random, model, { count, placed: judge.placed() })
      const mine = orderIds.filter((id) => {
        const order = model.book.find(id)
        return count === 1 || order === null || order.trader === trader.address
      })
      if (mine.length === 0) continue
      await judge.compare(
        () => model.cancel(trader.address, mine),
        () => stage.send(trader, cancelOrders({ marketId: market.id, orderIds: mine, deadlineMs: FAR_MS })),
      )
    } else if (action === 2 && judge.placed() > 0) {
      const count = pick([1, 1, 3, 9])
      const orderIds = randomIds(random, model, { count, placed: judge.placed() })
      await judge.compare(
        () => model.clear(orderIds),
        () => stage.send(trader, clearOrders({ marketId: market.id, orderIds })),
      )
    } else if (action === 3) {
      const quantity = pick([stage.unit, 5n * stage.unit, 5n * stage.unit, 3n * stage.unit + 1n, 1n, 0n])
      await judge.compare(
        () => model.split(trader.address, quantity),
        () => stage.send(trader, splitPairs({ ...terms, quantity })),
      )
    } else if (action === 4) {
      const { yes, no } = model.position(trader.address) ?? { yes: 0n, no: 0n }
      const quantity = pick([minBigint(yes, no), yes, 1n, stage.unit])
      await judge.compare(
        () => model.merge(trader.address, quantity),
        () => stage.send(trader, mergePairs({ marketId: market.id, quantity, deadlineMs: FAR_MS })),
      )
    } else if (action < 7) {
      const quote = randomQuote(random, trader.address, stage, { model, placed: judge.placed() })
      await judge.compare(
        () => model.quote(quote),
        () => stage.send(trader, quoteOrders({ ...quote, ...terms })),
      )
    } else if (action < 9) {
      // Half of it by the one who surely has shares of it.
      const who = pick([trader, traders[0]!])
      await deskStep(who, randomDeskCall(random, who.address, stage, desk))
    } else {
      const order = randomOrder(random, trader.address, stage, model)
      const call = placeOrder({ ...order, ...terms })
      // Some buy the native coin that the order brings in the same script; when either is refused, both are.
      const swap = { deskId: desk.id, collateralId, maxIn: pick([stage.unit, 10n]), deadlineMs: FAR_MS }
      const isBuying = nativeFor(call) > 0n && randomBelow(random, 6) === 0
      const buy = (): DeskAnswer =>
        desk.model.buy(trader.address, { amount: nativeFor(call), maxIn: swap.maxIn })
      await judge.compare(
        () => {
          const takeBack = desk.model.mark()
          const bought = isBuying ? buy() : null
          if (bought?.ok === false) return bought
          const quote = quoteOf(model, order, { nowMs: stage.host.nowMs(), restingMin: stage.unit })
          const answer = model.place(order)
          judgeQuote(quote, answer)
          if (!answer.ok) takeBack()
          return answer.ok ? { ok: true, events: [...(bought?.events ?? []), ...answer.events] } : answer
        },
        () => stage.send(trader, isBuying ? swapFirst(call, swap) : call),
      )
      await desk.compare()
    }
    if (i % 6 === 5) await judge.compareBook()
  }
  await judge.compareBook()

  await stage.host.passTime(market.endsAtMs)
  const finalOutcome = (1 + randomBelow(random, 3)) as FinalOutcome
  const submitter = pick([traders[0], undefined])
  await judge.compare(
    () => model.resolve(finalOutcome, submitter?.address ?? null),
    () => stage.resolve(market, finalOutcome, submitter),
  )

  // Whoever comes first: everybody is settled, every order released, in any order, some of it twice.
  const errands: (() => Promise<void>)[] = []
  for (const trader of traders)
    errands.push(() =>
      judge.compare(
        () => model.settle(trader.address),
        () =>
          stage.send(
            pick(traders),
            settlePosition({ marketId: market.id, trader: trader.address, deadlineMs: FAR_MS }),
          ),
      ),
    )
  for (const order of [...model.book.list('bid'), ...model.book.list('ask')]) {
    const { orderId } = order
    errands.push(() =>
      judge.compare(
        () => model.release(orderId),
        () => stage.send(pick(traders), releaseOrder({ marketId: market.id, orderId })),
      ),
    )
  }
  errands.push(() =>
    judge.compare(
      () => model.payFees(),
      () => stage.send(pick(traders), payFees({ marketId: market.id })),
    ),
  )
  if (errands.length > 1) errands.push(pick(errands))
  while (errands.length > 0) {
    steps += 1
    const [errand] = errands.splice(randomBelow(random, errands.length), 1)
    await errand!()
  }
  await judge.compareEnd(finalOutcome)
  return { steps, ...judge.counts() }
}

/** Mostly soon, so that books fill with dead orders; now and then already past. */
function randomExpiry(random: Random, { host }: Stage): number {
  const blocks = [1, 2, 2, 2, 3, 3, 5, 5, 9, 20][randomBelow(random, 10)]!
  const isPast = randomBelow(random, 40) === 0
  return isPast ? host.nowMs() : host.nowMs() + blocks * host.blockMs + randomBelow(random, 3) - 1
}

/** Orders that rest, mostly, and some that do not. */
function randomIds(random: Random, model: MarketModel, { count, placed }: { count: number; placed: number }) {
  const resting = [...model.book.list('bid'), ...model.book.list('ask')]
  return Array.from({ length: count }, () =>
    resting.length > 0 && randomBelow(random, 5) > 0
      ? resting[randomBelow(random, resting.length)]!.orderId
      : 1 + randomBelow(random, placed + 1),
  )
}

function randomQuote(
  random: Random,
  trader: string,
  stage: Stage,
  { model, placed }: { readonly model: MarketModel; readonly placed: number },
): ModelQuote {
  const pick = <T>(items: readonly T[]): T => items[randomBelow(random, items.length)]!
  const ids = randomIds(random, model, { count: randomBelow(random, 5), placed })
  const cancel = ids.filter((id) => (model.book.find(id)?.trader ?? trader) === trader)
  const orders = Array.from({ length: pick([1, 1, 2, 3, 5, 8]) }, () => ({
    side: pick(sides),
    outcome: pick(outcomes),
    price: pick([400, 480, 490, 495, 500, 501, 502, 510, 520, 600, 1 + randomBelow(random, 999)]),
    quantity: pick([stage.unit, stage.unit, 2n * stage.unit, 3n * stage.unit + 1n, stage.unit - 1n]),
    expiresAtMs: randomBelow(random, 2) === 0 ? null : randomExpiry(random, stage),
  }))
  return { trader, cancel, orders, approved: pick([0n, stage.unit, 20n * stage.unit, 20n * stage.unit]) }
}

function randomOrder(random: Random, trader: string, stage: Stage, model: MarketModel): ModelOrder {
  const referer = stage.creator.address
  const pick = <T>(items: readonly T[]): T => items[randomBelow(random, items.length)]!
  const outcome = pick(outcomes)
  const owned = model.position(trader)?.[outcome] ?? 0n
  const side =
    owned > 0n ? pick(sides) : pick(['buy', 'buy', 'buy', 'buy', 'buy', 'buy', 'buy', 'sell'] as const)
  const noise = BigInt(randomBelow(random, 1_000_000_000)) * BigInt(1 + randomBelow(random, 1_000_000_000))
  const dust = noise % stage.unit
  const whole = BigInt(1 + randomBelow(random, 9)) * stage.unit
  const sizes = [
    whole,
    whole,
    whole,
    whole,
    whole + dust,
    3n * whole,
    2n * stage.unit - 1n,
    stage.unit - 1n,
    1n,
    dust + 1n,
  ]
  // Sells mostly stay within what is owned, or hardly any would be accepted.
  const quantity =
    side === 'sell' && owned > 1n && randomBelow(random, 8) > 0 ? pick([owned, owned / 2n]) : pick(sizes)
  // Two in five take what there is; the others mostly stand close together, some levels in one word of the book.
  const isEager = randomBelow(random, 5) < 2
  const timeInForce = isEager
    ? pick(['ioc', 'ioc', 'ioc', 'ioc', 'fok', 'gtc'] as const)
    : pick(['gtc', 'gtc', 'gtc', 'gtc', 'gtd', 'gtd', 'gtd', 'post-only', 'post-only', 'ioc', 'fok'] as const)
  const nearby = [490, 495, 500, 500, 501, 502, 503, 504, 510, 1 + randomBelow(random, 999)]
  return {
    trader,
    side,
    outcome,
    price: isEager ? (side === 'buy' ? pick([999, 700, 600]) : pick([1, 300, 400])) : pick(nearby),
    quantity,
    timeInForce,
    expiresAtMs:
      timeInForce === 'gtd' || randomBelow(random, timeInForce === 'post-only' ? 2 : 30) === 0
        ? randomExpiry(random, stage)
        : null,
    isMarketOrder: (timeInForce === 'ioc' || timeInForce === 'fok') && randomBelow(random, 2) === 0,
    maxFills: pick([100, 100, 100, 100, 100, 100, 3, 2, 1, 0, 200]),
    referer:
      randomBelow(random, 3) === 0
        ? pick([referer, referer, referer, referer, referer, referer, referer, referer, referer, trader])
        : null,
  }
}

/** What either model answers, or both in turn. */
type Answer =
  | ModelAnswer
  | DeskAnswer
  | { readonly ok: true; readonly events: readonly (MarketEvent | DeskEvent)[] }

/** An event, and what matters of its kind: why an order ended, whether a market ended void at a price of its own. */
function kindOf(event: MarketEvent | DeskEvent): string {
  if (event.type === 'OrderCancelled') return `${event.type} ${event.reason}`
  if (event.type === 'MarketStateChanged' && event.closing !== null)
    return event.closing === 500 ? 'void at 500' : 'void at another price'
  return event.type
}

async function createJudge(
  stage: Stage,
  market: StagedMarket,
  { model, desk }: { readonly model: MarketModel; readonly desk: PlayedDesk },
  traders: readonly StageWallet[],
) {
  const view = viewMarket(stage, market)
  const wallets = [...traders, stage.creator, stage.treasury]
  const before = await Promise.all(wallets.map((wallet) => stage.collateralOf(wallet)))
  let placed = 0
  let fills = 0
  let refusals = 0
  let isResolved = false
  const said = new Map<string, number>()
  const decode = (event: ContractEvent) =>
    event.contractAddress === desk.address ? decodeDeskEvent(event) : decodeMarketEvent(event)

  /** The call comes first, so that both know the time of its block. */
  async function compare(expect: () => Answer, call: () => Promise<Receipt>): Promise<void> {
    const answer = await call().catch((error: unknown) => error)
    const expected = expect()
    if (expected.ok) {
      if (answer instanceof Error) throw answer
      const events = (answer as Receipt).events.map(decode) // no error, so a receipt
      assert.deepEqual(events, expected.events)
      for (const kind of expected.events.map(kindOf)) said.set(kind, (said.get(kind) ?? 0) + 1)
      placed += expected.events.filter((event) => event.type === 'OrderPlaced').length
      fills += expected.events.filter((event) => event.type === 'OrderFilled').length
      if (expected.events.some((event) => event.type === 'MarketStateChanged')) isResolved = true
    } else {
      const contract = 'contract' in expected ? expected.contract : 'Market'
      assert.equal(await refusalOf(settled(answer)), `${contract}.${expected.refusal}`)
      refusals += 1
    }
    const { held, attoAlph, levels, nextOrderId, pairs } = await view.state()
    assert.equal(held, model.held())
    assert.equal(pairs, model.pairs())
    assert.equal(attoAlph, 10n ** 17n)
    assert.equal(nextOrderId, BigInt(placed + 1))
    if (!isResolved) {
      assert.equal(held, model.owed())
      assert.deepEqual(levels, levelsOf(model.book))
    }
    const after = await Promise.all(wallets.map((wallet) => stage.collateralOf(wallet)))
    assert.deepEqual(
      after.map((amount, i) => amount - before[i]!),
      wallets.map(({ address }) => model.gained(address) + desk.model.gained(address)),
    )
  }

  async function compareBook(): Promise<void> {
    for (const side of ['bid', 'ask'] as const) assert.deepEqual(await view.walk(side), model.book.list(side))
    for (const trader of traders)
      assert.deepEqual(await view.position(trader.address), model.position(trader.address))
  }

  /** When everything is paid, only what a void market rounded down is left, and all deposits can go. */
  async function compareEnd(finalOutcome: FinalOutcome): Promise<void> {
    const { held, chunksUsed } = await view.state()
    if (finalOutcome === 3) assert.ok(held <= 200n, `a void market kept ${held}`)
    else assert.equal(held, 0n)
    for (let chunk = 0; chunk < 32; chunk += 1)
      if ((chunksUsed >> BigInt(chunk)) % 2n === 1n)
        await stage.send(traders[0]!, sweepChunk({ marketId: market.id, chunk }))
    assert.equal((await view.state()).chunksUsed, 0n)
  }

  return {
    compare,
    compareBook,
    compareEnd,
    placed: () => placed,
    counts: () => ({ fills, refusals, said }),
  }
}

/** A promise that is already kept or broken. */
const settled = (answer: unknown): Promise<unknown> =>
  answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
