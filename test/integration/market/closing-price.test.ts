import { beforeAll, describe, expect, test } from 'vitest'
import {
  callScript,
  clearOrders,
  payFees,
  quoteOrders,
  releaseOrder,
  settlePosition,
  sweepChunk,
} from '../../../src/bindings/index.ts'
import { lockOf, type QuotedOrder } from '../../../src/domain/index.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { viewMarket } from '../../support/stage/market-view.ts'
import { FAR_MS, openStage, refusalOf, type Stage, type StagedMarket } from '../../support/stage/stage.ts'
import { named, tradeOn } from '../../support/stage/traders.ts'
import { createVmHost } from '../../support/stage/vm-host.ts'

/** What a void pays, and what the market keeps back for its submitter. A thousand milliseconds lie between two calls. */
let stage: Stage
let a: StageWallet
let b: StageWallet
let c: StageWallet

beforeAll(async () => {
  stage = await openStage(createVmHost({ seed: 'closing', startMs: 1_800_000_000_000 }), 'closing')
  ;[a, b, c] = (await stage.wallets(3)) as [StageWallet, StageWallet, StageWallet]
})

const open = async (closingMs = 10_000, lastsMs = 100_000) => {
  const market = await stage.openMarket({ lastsMs, closingMs })
  const trade = tradeOn(stage, market)
  /** Time from the end of trading at which the next call is made. */
  const at = (beforeEndMs: number) => stage.host.passTime(market.endsAtMs - beforeEndMs - stage.host.blockMs)
  /** One share changes hands at this price of yes, of wallets that hold nothing else in the book. */
  const trades = async (price: number, quantity = stage.unit) => {
    await trade.place(a, { price, quantity })
    await trade.place(b, { outcome: 'no', price: 1000 - price, quantity, timeInForce: 'ioc' })
  }
  /** Cancels these and bids for one yes share, in one call. */
  const quote = async (
    wallet: StageWallet,
    { cancel, price }: { readonly cancel: readonly number[]; readonly price: number },
  ) => {
    const order = { side: 'buy', outcome: 'yes', price, quantity: stage.unit, expiresAtMs: null } as const
    const { id: marketId, subject } = market
    const { collateralId } = stage
    const approved = lockOf(price, stage.unit)
    const terms = { marketId, collateralId, subject, deadlineMs: FAR_MS, cancel, orders: [order], approved }
    return named((await stage.send(wallet, quoteOrders(terms))).events)
  }
  return { market, at, trades, quote, view: viewMarket(stage, market), ...trade }
}
const closingOf = async (market: StagedMarket): Promise<bigint> => {
  await stage.host.passTime(market.endsAtMs)
  await stage.resolve(market, 3)
  return (await viewMarket(stage, market).state()).closing
}

describe('the closing price', () => {
  test('default: without a trade one half', async () => {
    const { market, place } = await open()
    await place(a, { price: 900 })
    expect(await closingOf(market)).toBe(500n)
  })

  test('default: a price that stood before the window counts for all of it', async () => {
    const { market, trades } = await open()
    await trades(700)
    expect(await closingOf(market)).toBe(700n)
  })

  test('behavior: weighted by time, from the window’s first millisecond to its last, rounded to the nearest', async () => {
    const { market, trades, at } = await open()
    await trades(700)
    await at(4_001)
    // The maker rests at 4,001 ms before the end and the taker comes a second later, at 3,001.
    await trades(301)
    // A resting bid at 301 does not lift the price that stands: 6,999 ms at 700, 3,001 ms at 301.
    expect(await closingOf(market)).toBe((6_999n * 700n + 3_001n * 301n + 5_000n) / 10_000n)
  })

  test('behavior: the time before the first fill does not count', async () => {
    const { market, trades, at } = await open()
    await at(2_500)
    await trades(640)
    expect(await closingOf(market)).toBe(640n)
  })

  test('behavior: less than one share says nothing', async () => {
    const { market, trades, place } = await open()
    await trades(640)
    await place(a, { price: 100 })
    await place(b, { outcome: 'no', price: 900, quantity: stage.unit - 1n, timeInForce: 'ioc' })
    expect(await closingOf(market)).toBe(640n)
  })

  test('behavior: a wash trade counts only for as long as the book lets its price stand', async () => {
    const { market, place, trades, at, cancel } = await open()
    await trades(600)
    await at(8_000)
    await place(c, { price: 590 })
    await place(c, { outcome: 'no', price: 390 })
    // Inside the book's spread of 590 to 610 there is no room to move it further.
    const before = await viewMarket(stage, market).walk('bid')
    expect(before.map(({ price }) => price)).toEqual([590])
    await at(5_000)
    await cancel(c, 4)
    await trades(900)
    // 900 stands from 4,000 ms before the end, when its maker bids so much and nobody sells; not a moment longer.
    expect(await closingOf(market)).toBe((6_000n * 600n + 4_000n * 900n + 5_000n) / 10_000n)
  })

  test('behavior: the last fill is held at the best bid and at the best ask', async () => {
    const { market, place, trades, at } = await open()
    await trades(300)
    await at(6_000)
    await place(c, { price: 500 })
    expect(await closingOf(market)).toBe((4_000n * 300n + 6_000n * 500n + 5_000n) / 10_000n)
    const other = await open()
    await other.trades(700)
    await other.at(6_000)
    await other.place(c, { outcome: 'no', price: 600 })
    expect(await closingOf(other.market)).toBe((4_000n * 700n + 6_000n * 400n + 5_000n) / 10_000n)
  })

  test('behavior: a half is rounded up, and less than a half is not', async () => {
    const { market, trades, at } = await open()
    await trades(301)
    await at(6_000)
    await trades(300) // 5,000 ms at 301 and 5,000 ms at 300
    expect(await closingOf(market)).toBe(301n)
    const other = await open()
    await other.trades(301)
    await other.at(6_001)
    await other.trades(300) // 4,999 ms at 301 and 5,001 ms at 300
    expect(await closingOf(other.market)).toBe(300n)
  })

  test('behavior: an order that ended by itself holds for as long as it lived, although nobody cleared it', async () => {
    const { market, place, trades, at } = await open()
    await trades(300)
    await at(10_000)
    // Alive for one millisecond after its own block: nobody can ever sell to it, and it counts for no more.
    const gtd = { timeInForce: 'gtd', expiresAtMs: market.endsAtMs - 9_999 } as const
    await place(c, { price: 999, ...gtd })
    expect(await closingOf(market)).toBe(300n)
    const other = await open()
    await other.trades(700)
    await other.at(10_000)
    await other.place(c, { outcome: 'no', price: 999, ...gtd, expiresAtMs: other.market.endsAtMs - 9_999 })
    expect(await closingOf(other.market)).toBe(700n)
  })

  test('behavior: an order holds the price until it ends, to the millisecond', async () => {
    for (const [expiresBeforeEndMs, closing] of [
      [0, 500n],
      [25, 500n], // 9,975 ms at 500 and 25 ms at 300 are 499.5
      [26, 499n],
      [5_000, 400n],
    ] as const) {
      const { market, place, trades, at } = await open()
      await trades(300)
      await at(10_000)
      const expiresAtMs = market.endsAtMs - expiresBeforeEndMs
      await place(c, { price: 500, timeInForce: 'gtd', expiresAtMs })
      expect(await closingOf(market)).toBe(closing)
    }
  })

  test('behavior: when the best order ends the next holds, then the last fill', async () => {
    const { market, place, trades, at } = await open()
    await trades(900)
    await at(11_000)
    const ends = (beforeEndMs: number) =>
      ({ timeInForce: 'gtd', expiresAtMs: market.endsAtMs - beforeEndMs }) as const
    // Asks of 400, 500 and 600. The second of 400 outlives the first and the one of 500, which never holds.
    await place(c, { outcome: 'no', price: 600, ...ends(7_000) })
    await place(c, { outcome: 'no', price: 600, ...ends(6_000) })
    await place(c, { outcome: 'no', price: 500, ...ends(6_500) })
    await place(c, { outcome: 'no', price: 400, ...ends(2_000) })
    // Placed at 11,000 to 8,000 before the end: 400 stands from the window's start.
    expect(await closingOf(market)).toBe((4_000n * 400n + 4_000n * 600n + 2_000n * 900n + 5_000n) / 10_000n)
  })

  test('behavior: asks that end just before the price is counted hide nothing that stood before', async () => {
    for (const [hiding, closing] of [
      [0, 400n],
      [4, 399n],
      [5, 399n], // 9,999 ms at 399 and one at 400
    ] as const) {
      const { market, place, trades, at } = await open()
      await trades(900)
      await place(c, { outcome: 'no', price: 600, quantity: 1000n * stage.unit })
      await at(10_000 + hiding * stage.host.blockMs)
      const gtd = { timeInForce: 'gtd', expiresAtMs: market.endsAtMs - 1 } as const
      for (let i = 0; i < hiding; i++) await place(b, { outcome: 'no', price: 601, ...gtd })
      expect(await closingOf(market)).toBe(closing)
    }
  })

  test.each([
    ['nobody attacks', 0, 1, 400n],
    ['five a block', 5, 1, 400n], // 391 for a millisecond of every block
    ['six a block', 6, 1, 392n], // 391 for seven of eight seconds
    ['a hundred every fourth block', 100, 4, 391n], // 391 for 31 of 32 seconds
  ] as const)(
    'behavior: behind asks of a millisecond the price stays in the live book of 390 to 400: %s',
    async (_, asks, every, closing) => {
      const [blockMs, blocks] = [8_000, 20]
      const { market, place, trades, at } = await open(blockMs * blocks, 2 * blockMs * blocks)
      await trades(900)
      await place(c, { outcome: 'no', price: 600, quantity: 1000n * stage.unit })
      await place(c, { price: 390, quantity: 1000n * stage.unit })
      const { id: marketId, subject } = market
      const { collateralId } = stage
      for (let left = blocks; asks > 0 && left > 0; left -= every) {
        const orderIds: number[] = []
        await at(left * blockMs)
        while (orderIds.length < asks) {
          const expiresAtMs = market.endsAtMs - left * blockMs + (orderIds.length / 20) * 1000 + 1
          const ask = { side: 'buy', outcome: 'no', price: 609, quantity: stage.unit, expiresAtMs } as const
          const orders = Array.from({ length: Math.min(asks, 20) }, () => ask)
          const approved = BigInt(orders.length) * stage.unit
          const terms = { marketId, collateralId, subject, deadlineMs: FAR_MS, cancel: [], orders, approved }
          const events = named((await stage.send(b, quoteOrders(terms))).events)
          for (const event of events) if (event.type === 'OrderPlaced') orderIds.push(event.orderId)
        }
        // Somebody clears them a second before the next.
        await at((left - every) * blockMs + 1000)
        const cleared = named((await stage.send(a, clearOrders({ marketId, orderIds }))).events)
        expect(cleared.filter(({ type }) => type === 'OrderCancelled')).toHaveLength(asks)
      }
      expect(await closingOf(market)).toBe(closing)
    },
  )

  test.each([
    [0, 392n],
    [12, 387n], // 10 for a second of eighty, until the first quote: later asks would meet its bid, and do not rest
    [100, 368n], // 10 for five
  ] as const)(
    'behavior: a maker who requotes in every block keeps its bid behind %i asks of a millisecond',
    async (asks, closing) => {
      const [blockMs, blocks] = [8_000, 10]
      const { market, trades, at } = await open(blockMs * blocks, 2 * blockMs * blocks)
      await trades(392)
      const { id: marketId, subject } = market
      const { collateralId, unit } = stage
      const quote = async (
        wallet: StageWallet,
        orders: readonly QuotedOrder[],
        cancel: readonly number[],
      ) => {
        const approved = BigInt(orders.length) * unit
        const terms = { marketId, collateralId, subject, deadlineMs: FAR_MS, cancel, orders, approved }
        return named((await stage.send(wallet, quoteOrders(terms))).events)
      }
      const order = (outcome: 'yes' | 'no', price: number, expiresAtMs: number | null) =>
        ({ side: 'buy', outcome, price, quantity: unit, expiresAtMs }) as const
      let own: number[] = []
      for (let left = blocks; left > 0; left -= 1) {
        await at(left * blockMs)
        // Below what the maker bids, which they would keep from resting if it could not clear them.
        for (let placed = 0; placed < asks; placed += 20) {
          const orders = Array.from({ length: Math.min(asks, 20) }, () =>
            order('no', 990, stage.host.nowMs() + stage.host.blockMs + 1),
          )
          await quote(b, orders, [])
        }
        const events = await quote(c, [order('yes', 382, null), order('no', 598, null)], own)
        const ended = events.flatMap((event) => (event.type === 'OrderCancelled' ? [event.reason] : []))
        expect(ended.filter((reason) => reason !== 'owner' && reason !== 'expired')).toEqual([])
        own = events.flatMap((event) => (event.type === 'OrderPlaced' ? [event.orderId] : []))
      }
      expect(await closingOf(market)).toBe(closing)
    },
  )

  test('behavior: five of a side are asked whether they live, the sixth is believed to', async () => {
    for (const [dead, live, closing] of [
      [[999, 998, 998, 997], [400], 400n],
      [[999, 998, 998, 997, 997], [400], 400n],
      [[999, 998, 998, 400, 400], [400], 400n],
      [[999, 998, 998, 997, 997, 997], [400], 997n],
      [[999, 998, 998, 997, 997, 500], [400], 500n],
      [[999, 998, 998, 997, 997, 500, 450], [400], 500n],
      // Better than the last fill it must be.
      [[999, 998, 998, 997, 997], [], 300n],
      [[999, 998, 998, 997, 997, 300], [], 300n],
      [[999, 998, 998, 997, 997, 299], [], 300n],
    ] as const) {
      const { market, place, trades, at } = await open()
      await trades(300)
      await at(10_000 + dead.length * stage.host.blockMs)
      const expiresAtMs = market.endsAtMs - 9_999
      for (const price of dead) await place(c, { price, timeInForce: 'gtd', expiresAtMs })
      for (const price of live) await place(c, { price })
      expect(await closingOf(market)).toBe(closing)
    }
  })

  test('behavior: the sixth holds what the five before it left, and nothing they did not', async () => {
    const { market, place, trades, at } = await open()
    await trades(900)
    await at(16_000)
    const ends = (beforeEndMs: number) =>
      ({ timeInForce: 'gtd', expiresAtMs: market.endsAtMs - beforeEndMs }) as const
    for (const price of [700, 690, 680, 670]) await place(c, { outcome: 'no', price, ...ends(9_000) })
    await place(c, { outcome: 'no', price: 600, ...ends(4_000) })
    await place(c, { outcome: 'no', price: 500, ...ends(9_999) })
    // A second at 300, five at 400, and four at 500, which had ended.
    expect(await closingOf(market)).toBe(430n)
  })

  test('behavior: a post-only order and a quote count the price before they clear the dead orders they meet', async () => {
    for (const way of ['post-only', 'quote'] as const) {
      const { market, place, quote, trades, at } = await open()
      await trades(900)
      await at(11_000)
      // An ask of 400 that ends halfway through the window.
      await place(c, { outcome: 'no', price: 600, timeInForce: 'gtd', expiresAtMs: market.endsAtMs - 5_000 })
      await at(4_000)
      const events =
        way === 'quote'
          ? await quote(a, { cancel: [], price: 450 })
          : await place(a, { price: 450, timeInForce: way })
      const cleared = events.filter((event) => event.type === 'OrderCancelled')
      expect(cleared).toMatchObject([{ orderId: 3, reason: 'expired' }])
      expect(await closingOf(market)).toBe(650n) // 5,000 ms at 400 and 5,000 ms at 900
    }
  })

  test('behavior: a quote counts the price before it cancels', async () => {
    const { market, place, quote, trades, at } = await open()
    await trades(900)
    await place(c, { outcome: 'no', price: 600 })
    await at(4_000)
    await quote(c, { cancel: [3], price: 100 })
    expect(await closingOf(market)).toBe(600n) // 6,000 ms at 400 and 4,000 ms at 900
  })

  test.each(['cancel', 'clear'] as const)(
    'behavior: a %s after the end counts the price also while an outcome is proposed',
    async (way) => {
      const { market, place, trades, cancel } = await open()
      await trades(900)
      await place(c, { outcome: 'no', price: 600, timeInForce: 'gtd', expiresAtMs: market.endsAtMs })
      await stage.host.passTime(market.endsAtMs)
      await stage.send(c, stage.act('markProposed', { market: market.id }))
      const events =
        way === 'cancel'
          ? await cancel(c, 3)
          : named((await stage.send(a, clearOrders({ marketId: market.id, orderIds: [3] }))).events)
      expect(events).toMatchObject([{ type: 'OrderCancelled', orderId: 3 }])
      await stage.resolve(market, 3)
      expect((await viewMarket(stage, market).state()).closing).toBe(400n)
    },
  )

  test('behavior: the next level is found wherever it lies', async () => {
    // A bid's level is 1000 less its price, an ask's its price; 256 levels share a word.
    for (const [last, dead, live] of [
      [300, 800, 700], // levels 200 and 300: in the next word, at an earlier place
      [300, 745, 744], // levels 255 and 256
      [300, 700, 650], // levels 300 and 350: both in the second word
      [300, 999, 400], // levels 1 and 600: a whole word between them
      [900, 200, 300],
      [900, 300, 350],
    ] as const) {
      const { market, place, trades, at } = await open()
      await trades(last)
      await at(11_000)
      const order = (price: number) =>
        price > last ? ({ price } as const) : ({ outcome: 'no', price: 1000 - price } as const)
      await place(c, { ...order(dead), timeInForce: 'gtd', expiresAtMs: market.endsAtMs - 9_999 })
      await place(c, order(live))
      expect(await closingOf(market)).toBe(BigInt(live))
    }
  })

  test.each([
    ['void', 3],
    ['yes', 1],
  ] as const)(
    'behavior: after %s, settling, releasing and sweeping the closing price is still told',
    async (_, outcome) => {
      const { market, place, trades, view } = await open()
      await trades(300)
      await place(c, { price: 500 })
      await stage.host.passTime(market.endsAtMs)
      await stage.resolve(market, outcome)
      await stage.send(c, releaseOrder({ marketId: market.id, orderId: 3 }))
      await stage.send(c, sweepChunk({ marketId: market.id, chunk: 7 }))
      expect(
        await stage
          .send(c, callScript({ contract: 'Market', contractId: market.id, method: 'getClosing', args: {} }))
          .then(() => 'told', String),
      ).toBe('told')
      expect((await view.state()).closing).toBe(outcome === 3 ? 500n : 0n)
    },
  )

  test('behavior: what the book does after the end changes nothing', async () => {
    const { market, place, trades, cancel } = await open()
    await trades(300)
    await place(c, { price: 500 })
    await stage.host.passTime(market.endsAtMs + 5_000)
    await cancel(c, 3)
    const { closing } = await viewMarket(stage, market).state()
    expect(closing).toBe(0n)
    expect(await closingOf(market)).toBe(500n)
  })

  test('behavior: a void pays floor(q × v / 1000) for yes and floor(q × (1000 − v) / 1000) for no', async () => {
    const { market, trades, view } = await open()
    const quantity = 3n * stage.unit + 1n
    await trades(333, quantity)
    await closingOf(market)
    const settle = async (wallet: StageWallet) => {
      const before = await stage.collateralOf(wallet)
      await stage.send(c, settlePosition({ marketId: market.id, trader: wallet.address, deadlineMs: FAR_MS }))
      return (await stage.collateralOf(wallet)) - before
    }
    expect(await settle(a)).toBe((quantity * 333n) / 1000n)
    expect(await settle(b)).toBe((quantity * 667n) / 1000n)
    await stage.send(c, payFees({ marketId: market.id }))
    expect((await view.state()).held).toBe(1n)
  })
})

describe('the submitter’s part', () => {
  test('default: a tenth of the treasury’s fees, to whoever said what is final', async () => {
    const { market, trades, view } = await open()
    await trades(500, 1000n * stage.unit)
    const { treasuryFees } = await view.state()
    await stage.send(c, payFees({ marketId: market.id }))
    expect((await view.state()).keptBack).toBe(treasuryFees / 10n)
    expect(await refusalOf(stage.send(c, payFees({ marketId: market.id })))).toBe('Market.NoFees')
    const [submitter] = await stage.wallets(1)
    const before = await stage.collateralOf(submitter!)
    await stage.host.passTime(market.endsAtMs)
    await stage.resolve(market, 1, submitter)
    expect((await stage.collateralOf(submitter!)) - before).toBe(treasuryFees / 10n)
    expect(await view.state()).toMatchObject({ keptBack: 0n, treasuryFees: 0n })
  })

  test('behavior: at most twenty units; the rest is the treasury’s', async () => {
    const { market, trades, view } = await open()
    await trades(500, 100_000n * stage.unit)
    const { treasuryFees } = await view.state()
    const [submitter] = await stage.wallets(1)
    const before = await stage.collateralOf(submitter!)
    await stage.host.passTime(market.endsAtMs)
    await stage.resolve(market, 2, submitter)
    expect((await stage.collateralOf(submitter!)) - before).toBe(20n * stage.unit)
    expect((await view.state()).treasuryFees).toBe(treasuryFees - 20n * stage.unit)
  })

  test('behavior: nobody was right, so all of it is the treasury’s, and the last fees are paid whole', async () => {
    const { market, trades, view } = await open()
    await trades(500, 1000n * stage.unit)
    const { treasuryFees } = await view.state()
    await stage.send(c, payFees({ marketId: market.id }))
    await stage.host.passTime(market.endsAtMs)
    await stage.resolve(market, 3)
    expect((await view.state()).treasuryFees).toBe(treasuryFees / 10n)
    const before = await stage.collateralOf(stage.treasury)
    await stage.send(c, payFees({ marketId: market.id }))
    expect((await stage.collateralOf(stage.treasury)) - before).toBe(treasuryFees / 10n)
  })
})
