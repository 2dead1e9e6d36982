import { beforeAll, describe, expect, test } from 'vitest'
import { quoteOrders } from '../../../src/bindings/index.ts'
import type { QuotedOrder } from '../../../src/domain/index.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { viewMarket } from '../../support/stage/market-view.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { FAR_MS, openStage, type Stage } from '../../support/stage/stage.ts'
import { named, tradeOn } from '../../support/stage/traders.ts'

/** Many orders that ended by themselves, in front of orders that must not cross. */
let stage: Stage
let a: StageWallet
let b: StageWallet
let c: StageWallet

beforeAll(async () => {
  stage = await openStage(await openHost('dead-walls'), 'dead-walls')
  ;[a, b, c] = (await stage.wallets(3)) as [StageWallet, StageWallet, StageWallet]
})

const bid = (price: number): QuotedOrder => ({
  side: 'buy',
  outcome: 'yes',
  price,
  quantity: stage.unit,
  expiresAtMs: null,
})
const ask = (price: number): QuotedOrder => ({ ...bid(1000 - price), outcome: 'no' })

const open = async () => {
  const market = await stage.openMarket()
  const quote = async (wallet: StageWallet, orders: readonly QuotedOrder[]) => {
    const { id: marketId, subject } = market
    const { collateralId, unit } = stage
    const approved = BigInt(orders.length) * unit
    const terms = { marketId, collateralId, subject, deadlineMs: FAR_MS, cancel: [], orders, approved }
    return named((await stage.send(wallet, quoteOrders(terms))).events)
  }
  /** So many orders of one share, twenty a block, all dead afterwards. */
  const leaveDead = async (wallet: StageWallet, order: QuotedOrder, count: number) => {
    const expiresAtMs = stage.host.nowMs() + (Math.ceil(count / 20) + 1) * stage.host.blockMs
    for (let left = count; left > 0; left -= 20)
      await quote(
        wallet,
        Array.from({ length: Math.min(left, 20) }, () => ({ ...order, expiresAtMs })),
      )
    await stage.host.passTime(expiresAtMs)
  }
  const { place } = tradeOn(stage, market)
  /** One bid of a share that must not cross. */
  const rest = (wallet: StageWallet, way: 'quote' | 'post-only', price: number) =>
    way === 'quote' ? quote(wallet, [bid(price)]) : place(wallet, { price, timeInForce: way })
  return { quote, place, leaveDead, rest, view: viewMarket(stage, market) }
}

const endings = (events: readonly ReturnType<typeof named>[number][]) =>
  events.flatMap((event) => (event.type === 'OrderCancelled' ? [`${event.orderId} ${event.reason}`] : []))
const dead = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i} expired`)

describe.each(['quote', 'post-only'] as const)('%s', (way) => {
  test('behavior: sixty dead asks in front of it are cleared and its bid rests', async () => {
    const { leaveDead, rest, view } = await open()
    const before = await stage.collateralOf(b)
    await leaveDead(b, ask(391), 60)
    expect(before - (await stage.collateralOf(b))).toBe((60n * 609n * stage.unit) / 1000n)
    const events = await rest(a, way, 392)
    expect(endings(events)).toEqual(dead(1, 60))
    expect(
      events.filter((event) => event.type === 'OrderCancelled').map(({ collateral }) => collateral),
    ).toEqual(Array(60).fill((609n * stage.unit) / 1000n))
    expect(await stage.collateralOf(b)).toBe(before)
    expect(await view.walk('ask')).toEqual([])
    expect((await view.walk('bid')).map(({ orderId, price }) => [orderId, price])).toEqual([[61, 392]])
  })

  test('behavior: the hundred and first is in its way, and a live one before any', async () => {
    const { leaveDead, rest, place, view } = await open()
    await leaveDead(b, ask(500), 101)
    expect(endings(await rest(a, way, 600))).toEqual([...dead(1, 100), '102 post-only'])
    expect((await view.walk('ask')).map(({ orderId }) => orderId)).toEqual([101])
    await place(c, { outcome: 'no', price: 450 })
    expect(endings(await rest(a, way, 600))).toEqual(['101 expired', '104 post-only'])
    await leaveDead(b, ask(560), 1)
    expect(endings(await rest(a, way, 600))).toEqual(['106 post-only'])
    expect((await view.walk('ask')).map(({ orderId }) => orderId)).toEqual([103, 105])
  })

  test('behavior: the trader’s own are among them', async () => {
    const { leaveDead, rest, view } = await open()
    await leaveDead(a, ask(500), 3)
    await leaveDead(b, ask(500), 3)
    expect(endings(await rest(a, way, 500))).toEqual(dead(1, 6))
    expect((await view.walk('bid')).map(({ orderId }) => orderId)).toEqual([7])
  })

  test('behavior: a lock that was rounded up comes back to the last unit', async () => {
    const { leaveDead, rest } = await open()
    const before = await stage.collateralOf(b)
    await leaveDead(b, { ...ask(391), quantity: stage.unit + 1n }, 1)
    const lock = (609n * stage.unit) / 1000n + 1n
    expect(before - (await stage.collateralOf(b))).toBe(lock)
    expect(await rest(a, way, 392)).toContainEqual(
      expect.objectContaining({ type: 'OrderCancelled', orderId: 1, collateral: lock }),
    )
    expect(await stage.collateralOf(b)).toBe(before)
  })

  test('behavior: beyond its price none is cleared', async () => {
    const { leaveDead, rest, view } = await open()
    await leaveDead(b, ask(501), 2)
    await leaveDead(b, ask(500), 1)
    expect(endings(await rest(a, way, 500))).toEqual(['3 expired'])
    expect((await view.walk('ask')).map(({ orderId }) => orderId)).toEqual([1, 2])
  })
})

test('behavior: a quote clears as far as the order of it that reaches furthest, wherever that one stands', async () => {
  for (const prices of [
    [500, 450, 400],
    [400, 500, 450],
  ]) {
    const { leaveDead, quote, view } = await open()
    await leaveDead(b, ask(500), 2)
    expect(endings(await quote(a, prices.map(bid)))).toEqual(dead(1, 2))
    expect((await view.walk('bid')).map(({ price }) => price)).toEqual([500, 450, 400])
  }
})

test('behavior: a quote across itself clears a hundred of both sides together, bids first', async () => {
  const { leaveDead, quote, view } = await open()
  await leaveDead(b, bid(450), 60)
  await leaveDead(c, ask(550), 60)
  const events = await quote(a, [bid(560), ask(440)])
  expect(endings(events)).toEqual([...dead(1, 60), ...dead(61, 100), '121 post-only'])
  expect((await view.walk('ask')).map(({ orderId }) => orderId)).toEqual([
    122,
    ...Array.from({ length: 20 }, (_, i) => 101 + i),
  ])
  expect(await view.walk('bid')).toEqual([])
})
