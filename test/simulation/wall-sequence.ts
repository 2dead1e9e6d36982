import assert from 'node:assert/strict'
import { clearOrders, placeOrder, quoteOrders, splitPairs } from '../../src/bindings/index.ts'
import {
  bookPriceOf,
  createMarketModel,
  type MarketModel,
  type ModelAnswer,
  outcomes,
  type QuotedOrder,
  type RestingOrder,
  sides,
} from '../../src/domain/index.ts'
import { createSeededRandom, randomBelow } from '../../src/kit/index.ts'
import type { Receipt, StageWallet } from '../support/stage/host.ts'
import { levelsOf, viewMarket } from '../support/stage/market-view.ts'
import { FAR_MS, type Stage } from '../support/stage/stage.ts'
import { named } from '../support/stage/traders.ts'

export interface WallReport {
  /** Dead orders that one call cleared at most. */
  readonly clearedMost: number
  readonly cleared: number
  /** Times that more orders than are asked stood before the last fill's price. */
  readonly believed: number
}

/**
 * One life of a market whose book is full of dead orders, all of it within the closing window. After every call the book, link
 * by link, and all balances are the model's, and the price that stood is what an eye on every order and every millisecond
 * sees: the last fill between the best that live, or within their spread where more orders are in front than are asked.
 */
export async function playWalls(
  stage: Stage,
  traders: readonly StageWallet[],
  options: { readonly seed: string; readonly steps: number },
): Promise<WallReport> {
  const random = createSeededRandom(options.seed)
  const pick = <T>(items: readonly T[]): T => items[randomBelow(random, items.length)]!
  const { unit, collateralId, host } = stage
  const lastsMs = host.blockMs * options.steps * 40
  const market = await stage.openMarket({ lastsMs, closingMs: lastsMs + 1 })
  const model = createMarketModel({
    marketAddress: market.address,
    creator: stage.creator.address,
    treasury: stage.treasury.address,
    creatorShare: 7,
    unit,
    endsAtMs: market.endsAtMs,
    closingMs: market.closingMs,
    nowMs: host.nowMs,
  })
  const view = viewMarket(stage, market)
  const terms = { marketId: market.id, collateralId, subject: market.subject, deadlineMs: FAR_MS }
  const before = await Promise.all(traders.map((trader) => stage.collateralOf(trader)))
  let [clearedMost, cleared, believed] = [0, 0, 0]

  async function step(send: () => Promise<Receipt>, expect: () => ModelAnswer): Promise<void> {
    const stood = standingOf((await view.state()).standing)
    const book = copyOf(model)
    const receipt = await send()
    const answer = expect()
    assert.ok(answer.ok)
    assert.deepEqual(named(receipt.events), answer.events)
    const dead = answer.events.filter(
      (event) => event.type === 'OrderCancelled' && event.reason === 'expired',
    )
    clearedMost = Math.max(clearedMost, dead.length)
    cleared += dead.length
    const { held, levels, standing, pairs } = await view.state()
    assert.equal(held, model.held())
    assert.equal(held, model.owed())
    assert.equal(pairs, model.pairs())
    assert.deepEqual(levels, levelsOf(model.book))
    for (const side of ['bid', 'ask'] as const) assert.deepEqual(await view.walk(side), model.book.list(side))
    for (const [i, trader] of traders.entries()) {
      assert.deepEqual(await view.position(trader.address), model.position(trader.address))
      assert.equal((await stage.collateralOf(trader)) - before[i]!, model.gained(trader.address))
    }
    const stands = standingOf(standing)
    if (stood.last === 0) return
    const span = { ...stood, toMs: host.nowMs() }
    const { least, most, exact } = seen(book, span)
    const counted = stands.sum - stood.sum
    assert.ok(counted >= least && counted <= most, `${counted} is not within ${least} and ${most}`)
    if (exact === null) believed += 1
    else assert.equal(counted, exact)
  }

  const quote = (trader: StageWallet, orders: readonly QuotedOrder[], cancel: readonly number[]) => {
    const said = { trader: trader.address, orders, cancel, approved: 100n * unit }
    return step(
      () => stage.send(trader, quoteOrders({ ...said, ...terms })),
      () => model.quote(said),
    )
  }
  const place = (
    trader: StageWallet,
    order: QuotedOrder,
    timeInForce: 'post-only' | 'ioc' | 'gtc' = 'post-only',
  ) => {
    const said = { ...order, timeInForce, isMarketOrder: false, maxFills: 100, referer: null }
    return step(
      () => stage.send(trader, placeOrder({ ...said, ...terms })),
      () => model.place({ ...said, trader: trader.address }),
    )
  }

  for (const trader of traders)
    await step(
      () => stage.send(trader, splitPairs({ ...terms, quantity: 1_000n * unit })),
      () => model.split(trader.address, 1_000n * unit),
    )
  const order = (over: Partial<QuotedOrder> = {}): QuotedOrder => ({
    side: pick(sides),
    outcome: pick(outcomes),
    price: pick([440, 470, 480, 490, 498, 499, 500, 501, 502, 510, 520, 530, 560]),
    quantity: pick([unit, unit, 2n * unit, 3n * unit + 1n]),
    expiresAtMs: null,
    ...over,
  })
  // The first wall is higher than one call clears: the first in front of it is skipped, the second rests.
  const endMs = host.nowMs() + 7 * host.blockMs
  const first = { side: 'buy', outcome: 'yes', expiresAtMs: endMs } as const
  for (let n = 0; n < 6; n += 1)
    await quote(
      pick(traders),
      Array.from({ length: 20 }, () => order({ ...first, price: pick([470, 471, 472]) })),
      [],
    )
  // The next block has the very time at which they end.
  assert.equal(host.nowMs() + host.blockMs, endMs)
  const inFront = order({ side: 'sell', price: 470, outcome: 'yes' })
  for (let n = 0; n < 2; n += 1)
    await (randomBelow(random, 2) === 0 ? place(pick(traders), inFront) : quote(pick(traders), [inFront], []))
  for (let i = 0; i < options.steps; i += 1) {
    const trader = pick(traders)
    const action = randomBelow(random, 12)
    const { blockMs } = host
    const nowMs = host.nowMs() + blockMs
    if (action < 4) {
      // A wall on one side or on both, in no more than one place each; some of it ends at the very time of a block.
      const isBoth = randomBelow(random, 3) === 0
      const count = pick([1, 2, 6, 6, 8, 11])
      const ends = pick([nowMs + 1, nowMs + count * blockMs, nowMs + (count + 1) * blockMs])
      const isBid = randomBelow(random, 2) === 0
      for (let n = 0; n < count; n += 1) {
        const onBid = isBoth ? n % 2 === 0 : isBid
        const orders = Array.from({ length: 20 }, () => {
          const side = pick(sides)
          const outcome = (side === 'buy') === onBid ? 'yes' : 'no'
          const price = onBid ? pick([470, 480, 481, 482, 483, 499]) : pick([501, 518, 519, 520, 530])
          const expiresAtMs =
            randomBelow(random, 200) === 0
              ? null
              : Math.max(ends, host.nowMs() + blockMs + 1) + randomBelow(random, 3)
          return order({ side, outcome, price: bookPriceOf(price, outcome), expiresAtMs })
        })
        await quote(pick(traders), orders, [])
      }
    } else if (action < 8) {
      const own = [...model.book.list('bid'), ...model.book.list('ask')].filter(
        (resting) => resting.trader === trader.address,
      )
      const cancel = own.filter(() => randomBelow(random, 3) === 0).map(({ orderId }) => orderId)
      const orders = Array.from({ length: 1 + randomBelow(random, 4) }, () => order())
      await quote(trader, orders, cancel.slice(0, 40))
    } else if (action < 9) {
      await place(trader, order({ expiresAtMs: pick([null, nowMs + 1]) }))
    } else if (action < 10) {
      const resting = [...model.book.list('bid'), ...model.book.list('ask')]
      if (resting.length < 2) continue
      // From anywhere: first, last and middle of queues.
      const orderIds = Array.from({ length: 12 }, () => pick(resting).orderId)
      await step(
        () => stage.send(trader, clearOrders({ marketId: market.id, orderIds })),
        () => model.clear(orderIds),
      )
    } else {
      const side = pick(sides)
      await place(trader, order({ side, price: side === 'buy' ? 900 : 100 }), pick(['ioc', 'gtc']))
    }
    if (randomBelow(random, 4) === 0) await host.passTime(host.nowMs() + randomBelow(random, 9 * blockMs))
  }
  return { clearedMost, cleared, believed }
}

/** What the contract keeps of the closing price. */
const standingOf = (standing: bigint) => ({
  last: Number(standing % 1024n),
  fromMs: Number((standing >> 10n) % (1n << 48n)),
  sum: standing >> 106n,
})

const copyOf = (model: MarketModel): Record<'bids' | 'asks', readonly RestingOrder[]> => ({
  bids: model.book.list('bid').map((order) => ({ ...order })),
  asks: model.book.list('ask').map((order) => ({ ...order })),
})

/** So many of a side are asked until when they live. */
const ASKED = 5

/** What the price could have been at the least and at the most, and what it was where few enough are in front. */
function seen(
  { bids, asks }: ReturnType<typeof copyOf>,
  { last, fromMs, toMs }: { readonly last: number; readonly fromMs: number; readonly toMs: number },
) {
  const ends = [...bids, ...asks].flatMap(({ expiresAtMs }) => expiresAtMs ?? [])
  const times = [...new Set([fromMs, ...ends.filter((ms) => ms > fromMs && ms < toMs), toMs])].sort(
    (a, b) => a - b,
  )
  const prices = (orders: readonly RestingOrder[], atMs: number) =>
    orders
      .filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > atMs)
      .map(({ price, outcome }) => bookPriceOf(price, outcome))
  let [least, most, exact] = [0n, 0n, 0n]
  for (const [i, endMs] of times.slice(1).entries()) {
    const atMs = times[i]!
    const span = BigInt(endMs - atMs)
    const bid = Math.max(0, ...prices(bids, atMs))
    const ask = Math.min(1_000, ...prices(asks, atMs))
    least += BigInt(bid) * span
    most += BigInt(ask) * span
    exact += BigInt(Math.min(Math.max(last, bid), ask)) * span
  }
  const inFront = Math.max(
    prices(bids, 0).filter((price) => price > last).length,
    prices(asks, 0).filter((price) => price < last).length,
  )
  return { least, most, exact: inFront > ASKED ? null : exact }
}
