import { beforeAll, describe, expect, test } from 'vitest'
import { cancelOrders } from '../../../src/bindings/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { createDevnetHost } from '../../support/stage/devnet-host.ts'
import type { StageHost, StageWallet } from '../../support/stage/host.ts'
import { viewMarket } from '../../support/stage/market-view.ts'
import { FAR_MS, openStage, type Stage } from '../../support/stage/stage.ts'
import { named, tradeOn } from '../../support/stage/traders.ts'

/** Transactions of one block: entries that come and go in it, and what was placed or cancelled in between. */
let stage: Stage
let together: NonNullable<StageHost['oneBlock']>
let a: StageWallet
let b: StageWallet

beforeAll(async () => {
  const host = await createDevnetHost('same-block')
  stage = await openStage(host, 'same-block')
  together = host.oneBlock!
  ;[a, b] = (await stage.wallets(2)) as [StageWallet, StageWallet]
})

/** Both wallets have a position already, so that a placement's entry is the order alone. */
const open = async () => {
  const market = await stage.openMarket()
  const trade = tradeOn(stage, market)
  await trade.place(a, { price: 10 })
  await trade.place(b, { price: 10 })
  return { market, ...trade, view: viewMarket(stage, market) }
}
const types = (receipt: { events: Parameters<typeof named>[0] }) =>
  named(receipt.events).map((event) => event.type)

describe('one block', () => {
  test('behavior: an order is filled in the block that placed it', async () => {
    const { order, view } = await open()
    const [placed, filled] = await together([
      [a, order()],
      [b, order({ outcome: 'no' })],
    ])
    expect(types(placed!)).toEqual(['OrderPlaced'])
    expect(types(filled!)).toEqual(['OrderPlaced', 'OrderFilled', 'FeeCharged'])
    expect((await view.walk('bid')).map((resting) => resting.orderId)).toEqual([1, 2])
  })

  test('behavior: an order cannot be cancelled in the block that placed it; among many it is passed over', async () => {
    const { market, order, view } = await open()
    const next = Number((await view.state()).nextOrderId)
    const call = cancelOrders({ marketId: market.id, orderIds: [1, next], deadlineMs: FAR_MS })
    const [placed, cancelled] = await together([
      [a, order()],
      [a, call],
    ])
    expect(placed!.ok && cancelled!.ok).toBe(true)
    expect(named(cancelled!.events)).toMatchObject([{ type: 'OrderCancelled', orderId: 1 }])
    expect((await view.walk('bid')).map((resting) => resting.orderId)).toEqual([next, 2])
  })

  test('behavior: an order cancelled just before a taker comes is not met, and the taker does not fail', async () => {
    const { market, order, place, view } = await open()
    const [placed] = await place(a)
    const orderId = placed!.type === 'OrderPlaced' ? placed!.orderId : 0
    const [gone, taker] = await together([
      [a, cancelOrders({ marketId: market.id, orderIds: [orderId], deadlineMs: FAR_MS })],
      [b, order({ outcome: 'no', timeInForce: 'ioc' })],
    ])
    expect(gone!.ok).toBe(true)
    expect(types(taker!)).toEqual(['OrderPlaced', 'OrderCancelled'])
    expect((await view.walk('bid')).map((resting) => resting.orderId)).toEqual([1, 2])
  })

  test('behavior: two takers of one order: the first gets it, the second rests', async () => {
    const { order, place, view } = await open()
    await place(a, { price: 600, quantity: ONE })
    const [c] = await stage.wallets(1)
    await place(c!, { price: 11 })
    const [first, second] = await together([
      [b, order({ outcome: 'no', price: 400 })],
      [c!, order({ outcome: 'no', price: 400 })],
    ])
    expect(types(first!)).toEqual(['OrderPlaced', 'OrderFilled', 'FeeCharged'])
    expect(types(second!)).toEqual(['OrderPlaced'])
    expect(await view.walk('ask')).toMatchObject([{ price: 400, remaining: ONE }])
  })
})

describe('groupless wallets', () => {
  test('behavior: trade, are filled, cancel and are paid in the venue’s group like any other', async () => {
    const market = await stage.openMarket({ lastsMs: stage.host.shortMs })
    const { place, cancel } = tradeOn(stage, market)
    const [one, two] = await stage.wallets(2, { kind: 'groupless' })
    await place(one!, { quantity: 2n * ONE })
    const before = await stage.collateralOf(two!)
    await place(two!, { outcome: 'no', referer: b.address })
    expect(before - (await stage.collateralOf(two!))).toBe(ONE / 2n + 12_500_000_000_000_000n)
    await cancel(one!, 1)
    const view = viewMarket(stage, market)
    expect(await view.position(one!.address)).toEqual({ yes: ONE, no: 0n })
    await place(one!, { side: 'sell', price: 700 })
    const events = await place(a, { price: 700, referer: two!.address })
    expect(events.map((event) => event.type)).toEqual(['OrderPlaced', 'OrderFilled', 'FeeCharged'])
    expect(one!.address).toMatch(/:0$/)
  })
})
