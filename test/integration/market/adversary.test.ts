import { beforeAll, describe, expect, test } from 'vitest'
import { cancelOrders, releaseOrder, settlePosition } from '../../../src/bindings/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { joinCalls } from '../../support/stage/join-calls.ts'
import { viewMarket } from '../../support/stage/market-view.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { FAR_MS, openStage, refusalOf, type Stage } from '../../support/stage/stage.ts'
import { named, tradeOn } from '../../support/stage/traders.ts'
import { createVmHost } from '../../support/stage/vm-host.ts'

/** What somebody would try who calls the contracts without us. */
let stage: Stage
let a: StageWallet
let b: StageWallet
let c: StageWallet

beforeAll(async () => {
  stage = await openStage(await openHost('adversary'), 'adversary')
  ;[a, b, c] = (await stage.wallets(3)) as [StageWallet, StageWallet, StageWallet]
})

const open = async (lastsMs?: number) => {
  const market = await stage.openMarket(lastsMs === undefined ? {} : { lastsMs })
  return { market, ...tradeOn(stage, market), view: viewMarket(stage, market) }
}
const alphOf = (wallet: StageWallet): Promise<bigint> => stage.alphOf(wallet)

describe('one transaction, several calls', () => {
  test('error: a second placement, a second cancel, a second settlement are stopped by the chain', async () => {
    const { market, order, place } = await open()
    expect(await refusalOf(stage.send(a, joinCalls(order(), order({ price: 400 }))))).toContain(
      'is called twice',
    )
    await place(a)
    await place(a)
    const cancel = (id: number) => cancelOrders({ marketId: market.id, orderIds: [id], deadlineMs: FAR_MS })
    expect(await refusalOf(stage.send(a, joinCalls(cancel(1), cancel(2))))).toContain('is called twice')
  })

  test('behavior: cancelling an old order and placing a new one together is sound', async () => {
    const { market, order, place, view } = await open()
    await place(a, { quantity: 5n * ONE })
    await stage.send(
      a,
      joinCalls(
        cancelOrders({ marketId: market.id, orderIds: [1], deadlineMs: FAR_MS }),
        order({ price: 400 }),
      ),
    )
    expect(await view.walk('bid')).toMatchObject([{ orderId: 2, price: 400, remaining: ONE }])
    expect((await view.state()).held).toBe((ONE * 4n) / 10n)
  })

  test('behavior: placing and cancelling an older order of the same level together is sound', async () => {
    const { market, order, place, view } = await open()
    await place(a)
    await place(a)
    await stage.send(
      a,
      joinCalls(order(), cancelOrders({ marketId: market.id, orderIds: [1, 2], deadlineMs: FAR_MS })),
    )
    expect(await view.walk('bid')).toMatchObject([{ orderId: 3 }])
    expect((await view.state()).held).toBe(ONE / 2n)
  })

  test('error: settle and release cannot be run twice in one transaction either', async () => {
    const { market, mintPair } = await open(stage.host.shortMs)
    await mintPair(a, b, ONE)
    await stage.host.passTime(market.endsAtMs)
    await stage.resolve(market, 1)
    const settle = settlePosition({ marketId: market.id, trader: a.address, deadlineMs: FAR_MS })
    expect(await refusalOf(stage.send(c, joinCalls(settle, settle)))).toContain('is called twice')
  })
})

describe('contracts', () => {
  test('error: NotAWallet when a contract trades, because it would make every taker fail', async () => {
    const { market } = await open()
    const through = stage.act(
      'place',
      {
        market: market.id,
        token: stage.collateralId,
        amount: ONE,
        said: market.subject,
        kind: 0n,
        price: 500n,
        quantity: ONE,
      },
      { attoAlph: 4n * 10n ** 17n, tokens: [{ id: stage.collateralId, amount: ONE }] },
    )
    expect(await refusalOf(stage.send(a, through))).toBe('Market.NotAWallet')
  })

  test('error: a contract in between cannot cancel for the wallet that called it', async () => {
    const { market, place } = await open()
    await place(a)
    const through = stage.act('cancel', { market: market.id, orderIds: '00000001' })
    expect(await refusalOf(stage.send(a, through))).toBe('Market.NotTheOwner')
  })
})

describe('dust', () => {
  test('behavior: orders of one unit fill and never rest, on either side', async () => {
    const { place, view } = await open()
    expect(await place(a, { quantity: 1n })).toMatchObject([
      { type: 'OrderPlaced' },
      { type: 'OrderCancelled', reason: 'dust', remaining: 1n },
    ])
    await place(a, { quantity: ONE })
    const events = await place(b, { outcome: 'no', quantity: 1n })
    expect(events).toMatchObject([
      { type: 'OrderPlaced' },
      // L(r) − L(r−1) of half a unit is nothing here, so the taker pays the whole unit.
      { type: 'OrderFilled', quantity: 1n, makerCollateral: 0n, makerRemaining: ONE - 1n },
      { type: 'OrderCancelled', orderId: 2, reason: 'dust', remaining: ONE - 1n, collateral: ONE / 2n },
      { type: 'FeeCharged', notional: 1n, fee: 1n },
    ])
    expect(await view.state()).toMatchObject({ held: 2n })
  })

  test('behavior: a thousand taken units for nothing would cost the seller one unit each, never the market', async () => {
    const { mintPair, place, view } = await open()
    await mintPair(a, b, 10n * ONE)
    await place(a, { side: 'sell', price: 1, quantity: 5n * ONE })
    const before = (await view.state()).held
    expect(await place(c, { price: 1, quantity: 999n, timeInForce: 'ioc' })).toMatchObject([
      { type: 'OrderPlaced' },
      { type: 'OrderFilled', makerCollateral: 0n },
    ])
    expect((await view.state()).held).toBe(before)
  })

  test('behavior: 150 small makers in the way: the taker gets its 100 fills, pays for them, and comes back for the rest', async () => {
    const { place, view } = await open()
    for (let i = 0; i < 150; i += 1) await place(a, { quantity: ONE })
    const first = await place(b, { outcome: 'no', quantity: 150n * ONE, maxFills: 1000 })
    expect(first.filter((event) => event.type === 'OrderFilled')).toHaveLength(100)
    expect(first).toContainEqual(
      expect.objectContaining({ type: 'OrderCancelled', reason: 'crossing', remaining: 50n * ONE }),
    )
    const second = await place(b, { outcome: 'no', quantity: 60n * ONE, maxFills: 1000 })
    expect(second.filter((event) => event.type === 'OrderFilled')).toHaveLength(50)
    expect(await view.walk('ask')).toMatchObject([{ remaining: 10n * ONE }])
  })
})

describe('thousands in the way', () => {
  test('behavior: a taker before 2,000 resting orders pays for its hundred fills and no more', async () => {
    const crowd = await openStage(createVmHost({ seed: 'crowd', startMs: 1_800_000_000_000 }), 'crowd')
    const [maker, taker] = (await crowd.wallets(2, { alph: 10_000n * ONE })) as [StageWallet, StageWallet]
    const gasBefore = async (orders: number): Promise<number[]> => {
      const market = await crowd.openMarket()
      const { order, place } = tradeOn(crowd, market)
      await place(taker, { timeInForce: 'ioc' })
      for (let i = 0; i < orders; i += 1) await place(maker, { price: 500 - (i % 20) })
      const through = await crowd.send(taker, order({ outcome: 'no', price: 999, quantity: 5000n * ONE }))
      expect(named(through.events).filter((event) => event.type === 'OrderFilled')).toHaveLength(100)
      const joining = await crowd.send(taker, order({ price: 481 }))
      const leaving = await crowd.send(
        maker,
        cancelOrders({ marketId: market.id, orderIds: [orders], deadlineMs: FAR_MS }),
      )
      return [through.gasAmount, joining.gasAmount, leaving.gasAmount]
    }
    const few = await gasBefore(120)
    const many = await gasBefore(2000)
    // Longer ids are a few bytes dearer, nothing else.
    many.forEach((gas, i) => {
      expect(gas / few[i]!).toBeLessThan(1.03)
    })
  })
})

describe('deposits', () => {
  test('behavior: a maker’s deposit comes back to the maker in the taker’s transaction', async () => {
    const { place } = await open()
    await place(a)
    const before = await alphOf(a)
    await place(b, { outcome: 'no' })
    expect((await alphOf(a)) - before).toBe(10n ** 17n)
  })

  test('error: nobody can take another’s deposit: not by cancelling, releasing or settling', async () => {
    const { market, place, refusedCancel } = await open(stage.host.shortMs)
    await place(a)
    expect(await refusedCancel(b, 1)).toBe('Market.NotTheOwner')
    await stage.host.passTime(market.endsAtMs)
    await stage.resolve(market, 3)
    const before = [await alphOf(a), await alphOf(b)]
    await stage.send(b, releaseOrder({ marketId: market.id, orderId: 1 }))
    await stage.send(b, settlePosition({ marketId: market.id, trader: a.address, deadlineMs: FAR_MS }))
    expect((await alphOf(a)) - before[0]!).toBe(2n * 10n ** 17n)
    expect(await alphOf(b)).toBeLessThan(before[1]!)
  })
})
