import assert from 'node:assert/strict'
import {
  cancelOrders,
  decodeMarketEvent,
  payFees,
  placeOrder,
  releaseOrder,
  settlePosition,
  sweepChunk,
} from '../../src/bindings/index.ts'
import {
  bookSideOf,
  createMarketModel,
  FILLS_MAX,
  type FinalOutcome,
  type MarketModel,
  type ModelAnswer,
  type ModelOrder,
  ONE,
  outcomes,
  type Quote,
  quoteFills,
  RESTING_MIN,
  sides,
} from '../../src/domain/index.ts'
import { createSeededRandom, type Random, randomBelow } from '../../src/kit/index.ts'
import type { Receipt, StageHost, StageWallet } from '../support/stage/host.ts'
import { levelsOf, viewMarket } from '../support/stage/market-view.ts'
import { openStage, refusalOf, type Stage, type StagedMarket } from '../support/stage/stage.ts'

export interface SequencesReport {
  readonly sequences: number
  readonly steps: number
  readonly fills: number
  readonly refusals: number
}

/** Plays sequences number `from` to `to`; a failure names the seed that replays it alone. */
export async function playSequences(
  host: StageHost,
  options: {
    readonly seed: string
    readonly from: number
    readonly to: number
    readonly steps: number
    readonly onPlayed?: (number: number) => void
  },
): Promise<SequencesReport> {
  const stage = await openStage(host, options.seed)
  const traders = await stage.wallets(TRADERS, { alph: 100_000n * ONE, collateral: 10n ** 9n * ONE })
  let [steps, fills, refusals] = [0, 0, 0]
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
    options.onPlayed?.(i)
  }
  return { sequences: options.to - options.from, steps, fills, refusals }
}

/** Few enough to meet themselves, enough to fill queues. */
const TRADERS = 5

/** What the book says before the order that it will do. */
function quoteOf(model: MarketModel, order: ModelOrder): Quote {
  const faced = bookSideOf(order.side, order.outcome) === 'bid' ? 'ask' : 'bid'
  const facing = model.book.list(faced).map((resting) => ({ ...resting }))
  const fillsMax = order.timeInForce === 'post-only' ? 0 : Math.min(order.maxFills, FILLS_MAX)
  return quoteFills(facing, {
    ...order,
    size: { quantity: order.quantity },
    fillsMax,
    restingMin: RESTING_MIN,
  })
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

/** Longer than any sequence. */
const LASTS_MS = 3_600_000

interface SequenceReport {
  readonly steps: number
  readonly fills: number
  readonly refusals: number
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
  const market = await stage.openMarket({ lastsMs: LASTS_MS, creatorShare })
  const model = createMarketModel({
    marketAddress: market.address,
    creator: stage.creator.address,
    treasury: stage.treasury.address,
    creatorShare,
  })
  const judge = await createJudge(stage, market, model, traders)
  const pick = <T>(items: readonly T[]): T => items[randomBelow(random, items.length)]!
  let steps = 0

  for (let i = 0; i < options.steps; i += 1) {
    steps += 1
    const trader = pick(traders)
    if (randomBelow(random, 6) === 0 && judge.placed() > 0) {
      const count = pick([1, 1, 1, 2, 6])
      const orderIds = Array.from({ length: count }, () => 1 + randomBelow(random, judge.placed() + 1))
      const mine = orderIds.filter((id) => {
        const order = model.book.find(id)
        return count === 1 || order === null || order.trader === trader.address
      })
      if (mine.length === 0) continue
      await judge.compare(model.cancel(trader.address, mine), () =>
        stage.send(trader, cancelOrders({ marketId: market.id, orderIds: mine })),
      )
    } else {
      const order = randomOrder(random, trader.address, stage.creator.address, model)
      const quote = quoteOf(model, order)
      const answer = model.place(order)
      judgeQuote(quote, answer)
      await judge.compare(answer, () =>
        stage.send(trader, placeOrder({ ...order, marketId: market.id, collateralId: stage.collateralId })),
      )
    }
    if (i % 6 === 5) await judge.compareBook()
  }
  await judge.compareBook()

  await stage.host.passTime(market.endsAtMs)
  model.close()
  const finalOutcome = (1 + randomBelow(random, 3)) as FinalOutcome
  await judge.compare(model.resolve(finalOutcome), () => stage.resolve(market, finalOutcome))

  // Whoever comes first: everybody is settled, every order released, in any order, some of it twice.
  const errands: (() => Promise<void>)[] = []
  for (const trader of traders)
    errands.push(() =>
      judge.compare(model.settle(trader.address), () =>
        stage.send(pick(traders), settlePosition({ marketId: market.id, trader: trader.address })),
      ),
    )
  for (const order of [...model.book.list('bid'), ...model.book.list('ask')]) {
    const { orderId } = order
    errands.push(() =>
      judge.compare(model.release(orderId), () =>
        stage.send(pick(traders), releaseOrder({ marketId: market.id, orderId })),
      ),
    )
  }
  errands.push(() =>
    judge.compare(model.payFees(), () => stage.send(pick(traders), payFees({ marketId: market.id }))),
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

function randomOrder(random: Random, trader: string, referer: string, model: MarketModel): ModelOrder {
  const pick = <T>(items: readonly T[]): T => items[randomBelow(random, items.length)]!
  const outcome = pick(outcomes)
  const owned = model.position(trader)?.[outcome] ?? 0n
  const side =
    owned > 0n ? pick(sides) : pick(['buy', 'buy', 'buy', 'buy', 'buy', 'buy', 'buy', 'sell'] as const)
  const dust = BigInt(randomBelow(random, 1_000_000_000)) * BigInt(1 + randomBelow(random, 1_000_000_000))
  const whole = BigInt(1 + randomBelow(random, 9)) * ONE
  const sizes = [whole, whole, whole, whole, whole + dust, 3n * whole, 2n * ONE - 1n, ONE - 1n, 1n, dust + 1n]
  // Sells mostly stay within what is owned, or hardly any would be accepted.
  const quantity =
    side === 'sell' && owned > 1n && randomBelow(random, 8) > 0 ? pick([owned, owned / 2n]) : pick(sizes)
  // One in three takes what there is; the others mostly stand close together, some levels in one word of the book.
  const isEager = randomBelow(random, 3) === 0
  const timeInForce = isEager
    ? pick(['ioc', 'ioc', 'ioc', 'ioc', 'fok', 'gtc'] as const)
    : pick(['gtc', 'gtc', 'gtc', 'gtc', 'gtc', 'gtc', 'gtc', 'gtc', 'post-only', 'ioc', 'fok'] as const)
  const nearby = [490, 495, 500, 500, 501, 502, 503, 504, 510, 1 + randomBelow(random, 999)]
  return {
    trader,
    side,
    outcome,
    price: isEager ? (side === 'buy' ? pick([999, 700, 600]) : pick([1, 300, 400])) : pick(nearby),
    quantity,
    timeInForce,
    isMarketOrder: (timeInForce === 'ioc' || timeInForce === 'fok') && randomBelow(random, 2) === 0,
    maxFills: pick([100, 100, 100, 100, 100, 100, 3, 2, 1, 0, 200]),
    referer:
      randomBelow(random, 3) === 0
        ? pick([referer, referer, referer, referer, referer, referer, trader])
        : null,
  }
}

async function createJudge(
  stage: Stage,
  market: StagedMarket,
  model: MarketModel,
  traders: readonly StageWallet[],
) {
  const view = viewMarket(stage, market)
  const wallets = [...traders, stage.creator, stage.treasury]
  const before = await Promise.all(wallets.map((wallet) => stage.collateralOf(wallet)))
  let placed = 0
  let fills = 0
  let refusals = 0

  async function compare(expected: ModelAnswer, call: () => Promise<Receipt>): Promise<void> {
    if (expected.ok) {
      const receipt = await call()
      const events = receipt.events.map((event) => decodeMarketEvent(event))
      assert.deepEqual(events, expected.events)
      placed += expected.events.filter((event) => event.type === 'OrderPlaced').length
      fills += expected.events.filter((event) => event.type === 'OrderFilled').length
    } else {
      assert.equal(await refusalOf(call()), `Market.${expected.refusal}`)
      refusals += 1
    }
    const { held, attoAlph, levels, nextOrderId } = await view.state()
    assert.equal(held, model.held())
    assert.equal(attoAlph, 10n ** 17n)
    assert.equal(nextOrderId, BigInt(placed + 1))
    if (!resolved()) {
      assert.equal(held, model.owed())
      assert.deepEqual(levels, levelsOf(model.book))
    }
    const after = await Promise.all(wallets.map((wallet) => stage.collateralOf(wallet)))
    assert.deepEqual(
      after.map((amount, i) => amount - before[i]!),
      wallets.map((wallet) => model.gained(wallet.address)),
    )
  }

  let isResolved = false
  const resolved = () => isResolved

  async function compareBook(): Promise<void> {
    for (const side of ['bid', 'ask'] as const) assert.deepEqual(await view.walk(side), model.book.list(side))
    for (const trader of traders)
      assert.deepEqual(await view.position(trader.address), model.position(trader.address))
  }

  /** When everything is paid, only the halves that a void market rounded down are left, and all deposits can go. */
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
    async compare(expected: ModelAnswer, call: () => Promise<Receipt>) {
      if (expected.ok && expected.events.some((event) => event.type === 'MarketStateChanged'))
        isResolved = true
      await compare(expected, call)
    },
    compareBook,
    compareEnd,
    placed: () => placed,
    counts: () => ({ fills, refusals }),
  }
}
