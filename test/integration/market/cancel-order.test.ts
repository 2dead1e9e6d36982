import { beforeAll, describe, expect, test } from 'vitest'
import { callScript, cancelOrders } from '../../../src/bindings/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { joinCalls } from '../../support/stage/join-calls.ts'
import { viewMarket } from '../../support/stage/market-view.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { FAR_MS, openStage, refusalOf, type Stage } from '../../support/stage/stage.ts'
import { tradeOn } from '../../support/stage/traders.ts'

/** Market.cancel on a chain: one order or many, from anywhere in a queue, deposit and lock back to who gave them. */
let stage: Stage
let a: StageWallet
let b: StageWallet

beforeAll(async () => {
  stage = await openStage(await openHost('cancel-order'), 'cancel-order')
  ;[a, b] = (await stage.wallets(2)) as [StageWallet, StageWallet]
})

const open = async () => {
  const market = await stage.openMarket()
  return { market, ...tradeOn(stage, market), view: viewMarket(stage, market) }
}

describe('cancel', () => {
  test('default: the lock of a buy and its deposit go back, the level is empty', async () => {
    const { place, cancel, view } = await open()
    await place(a, { price: 333, quantity: 2n * ONE + 1n })
    expect(await cancel(a, 1)).toMatchObject([
      { orderId: 1, reason: 'owner', remaining: 2n * ONE + 1n, collateral: 666_000_000_000_000_001n },
    ])
    expect(await view.state()).toMatchObject({ held: 0n, levels: Array.from({ length: 8 }, () => 0n) })
    expect(await view.order(1)).toBeNull()
  })

  test('behavior: the shares of a sell are free again', async () => {
    const { mintPair, place, cancel, view } = await open()
    await mintPair(a, b, 3n * ONE)
    await place(b, { side: 'sell', outcome: 'no', price: 900, quantity: 2n * ONE })
    expect(await view.position(b.address)).toEqual({ yes: 0n, no: ONE })
    await cancel(b, 3)
    expect(await view.position(b.address)).toEqual({ yes: 0n, no: 3n * ONE })
  })

  test.each([
    ['first', [1], [2, 3, 4]],
    ['in the middle', [2], [1, 3, 4]],
    ['last', [4], [1, 2, 3]],
    ['first two', [1, 2], [3, 4]],
    ['last two, in either order', [4, 3], [1, 2]],
    ['both ends', [1, 4], [2, 3]],
    ['all but one', [2, 3, 4], [1]],
    ['all', [1, 2, 3, 4], []],
  ] as const)(
    'behavior: %s of a queue: the others keep their order and a taker meets them so',
    async (_, ids, left) => {
      const { place, cancel, view } = await open()
      for (let i = 0; i < 4; i += 1) await place(a)
      await cancel(a, ...ids)
      expect((await view.walk('bid')).map((order) => order.orderId)).toEqual(left)
      await place(a)
      const events = await place(b, { outcome: 'no', quantity: 10n * ONE, timeInForce: 'ioc' })
      const fills = events.filter((event) => event.type === 'OrderFilled')
      expect(fills.map((fill) => fill.makerOrderId)).toEqual([...left, 5])
    },
  )

  test('behavior: of many, those that are gone or named twice are passed over', async () => {
    const { place, cancel } = await open()
    for (let i = 0; i < 3; i += 1) await place(a, { price: 400 + i })
    await place(b, { outcome: 'no', price: 598 })
    const events = await cancel(a, 3, 99, 1, 1, 2)
    expect(events.map((event) => event.type === 'OrderCancelled' && event.orderId)).toEqual([1, 2])
  })

  test('behavior: a hundred orders in one transaction', async () => {
    const { place, cancel, view } = await open()
    for (let i = 0; i < 100; i += 1) await place(a, { price: 100 + (i % 50) })
    const before = await stage.alphOf(a)
    const events = await cancel(a, ...Array.from({ length: 100 }, (_, i) => i + 1))
    expect(events).toHaveLength(100)
    expect(await view.state()).toMatchObject({ held: 0n, levels: Array.from({ length: 8 }, () => 0n) })
    expect((await stage.alphOf(a)) - before).toBeGreaterThan(98n * 10n ** 17n)
  })

  test('error: NoSuchOrder for one that was filled, never was, or was cancelled', async () => {
    const { place, cancel, refusedCancel } = await open()
    await place(a)
    await place(b, { outcome: 'no' })
    await place(a, { price: 100 })
    await cancel(a, 3)
    for (const id of [1, 2, 3, 4]) expect(await refusedCancel(a, id)).toBe('Market.NoSuchOrder')
  })

  test('error: NotTheOwner, alone and among one’s own', async () => {
    const { place, refusedCancel } = await open()
    await place(a)
    await place(b)
    expect(await refusedCancel(b, 1)).toBe('Market.NotTheOwner')
    expect(await refusedCancel(b, 2, 1)).toBe('Market.NotTheOwner')
  })

  test('error: BadOrderList when it is empty, broken or longer than 100', async () => {
    const { market } = await open()
    for (const orderIds of ['', '000001', '0000000100', '00000001'.repeat(101)])
      expect(
        await refusalOf(
          stage.send(
            a,
            callScript({
              contract: 'Market',
              contractId: market.id,
              method: 'cancel',
              args: { orderIds, deadline: BigInt(FAR_MS) },
            }),
          ),
        ),
      ).toBe('Market.BadOrderList')
  })

  test('error: PlacedInThisBlock, so that no entry is made and removed in one transaction', async () => {
    const { market, order } = await open()
    const both = joinCalls(order(), cancelOrders({ marketId: market.id, orderIds: [1], deadlineMs: FAR_MS }))
    expect(await refusalOf(stage.send(a, both))).toBe('Market.PlacedInThisBlock')
  })

  test('behavior: works after endsAt, until the market is resolved', async () => {
    const market = await stage.openMarket({ lastsMs: stage.host.shortMs })
    const { place, cancel, refusedCancel } = tradeOn(stage, market)
    await place(a)
    await place(a)
    await stage.host.passTime(market.endsAtMs)
    await cancel(a, 1)
    await stage.resolve(market, 1)
    expect(await refusedCancel(a, 2)).toBe('Market.AlreadyResolved')
  })
})
