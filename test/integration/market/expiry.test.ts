import { beforeAll, describe, expect, test } from 'vitest'
import { callScript, clearOrders } from '../../../src/bindings/index.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { viewMarket } from '../../support/stage/market-view.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { openStage, refusalOf, type Stage } from '../../support/stage/stage.ts'
import { named, tradeOn } from '../../support/stage/traders.ts'

/** Orders that end by themselves: when they die, who buries them, and what they cannot do any more. */
let stage: Stage
let a: StageWallet
let b: StageWallet
let c: StageWallet

beforeAll(async () => {
  stage = await openStage(await openHost('expiry'), 'expiry')
  ;[a, b, c] = (await stage.wallets(3)) as [StageWallet, StageWallet, StageWallet]
})

const open = async () => {
  const market = await stage.openMarket()
  const clear = async (wallet: StageWallet, ...orderIds: number[]) =>
    named((await stage.send(wallet, clearOrders({ marketId: market.id, orderIds }))).events)
  return { market, clear, view: viewMarket(stage, market), ...tradeOn(stage, market) }
}
/** A time so many blocks from now: the next transaction is one block on. */
const inBlocks = (blocks: number) => stage.host.nowMs() + blocks * stage.host.blockMs

describe('expiresAt', () => {
  test('default: told by an event of its own, kept with the order', async () => {
    const { place, view } = await open()
    const expiresAtMs = inBlocks(9)
    const events = await place(a, { timeInForce: 'gtd', expiresAtMs })
    expect(events.map((event) => event.type)).toEqual(['OrderPlaced', 'OrderExpires'])
    expect(events[1]).toMatchObject({ orderId: 1, expiresAtMs })
    expect((await view.walk('bid'))[0]).toMatchObject({ orderId: 1, expiresAtMs })
  })

  test('error: a time that the placing block has reached, none where one is needed, one where none may be', async () => {
    const { refusedPlace } = await open()
    const refused = (terms: Parameters<typeof refusedPlace>[1]) => refusedPlace(a, terms)
    expect(await refused({ timeInForce: 'gtd', expiresAtMs: inBlocks(1) })).toBe('Market.BadExpiry')
    expect(await refused({ timeInForce: 'gtd', expiresAtMs: inBlocks(1) + 1 })).toBe('accepted')
    expect(await refused({ timeInForce: 'gtd' })).toBe('Market.BadExpiry')
    for (const timeInForce of ['gtc', 'ioc', 'fok'] as const)
      expect(await refused({ timeInForce, expiresAtMs: inBlocks(9) })).toBe('Market.BadExpiry')
    expect(await refused({ timeInForce: 'post-only', expiresAtMs: inBlocks(9) })).toBe('accepted')
    expect(await refused({ timeInForce: 'gtd', expiresAtMs: 2 ** 48 })).toBe('Market.BadExpiry')
  })
})

describe('a dead order', () => {
  test('behavior: fills until one millisecond before its time, and is cancelled from then on', async () => {
    const { place } = await open()
    const expiresAtMs = inBlocks(5)
    await place(a, { timeInForce: 'gtd', expiresAtMs, quantity: 3n * stage.unit })
    await stage.host.passTime(expiresAtMs - stage.host.blockMs - 1)
    const alive = await place(b, { outcome: 'no', timeInForce: 'ioc' })
    expect(alive.map((event) => event.type)).toContain('OrderFilled')
    await stage.host.passTime(expiresAtMs - stage.host.blockMs)
    const before = await stage.collateralOf(a)
    const dead = await place(b, { outcome: 'no', timeInForce: 'ioc' })
    expect(dead.map((event) => ('reason' in event ? event.reason : event.type))).toEqual([
      'OrderPlaced',
      'expired',
      'immediate',
    ])
    expect((await stage.collateralOf(a)) - before).toBe(stage.unit)
  })

  test('behavior: met in matching it counts as a fill', async () => {
    const { place } = await open()
    for (let i = 0; i < 3; i += 1) await place(a, { timeInForce: 'gtd', expiresAtMs: inBlocks(4) })
    await stage.host.passTime(inBlocks(5))
    const events = await place(b, { outcome: 'no', maxFills: 2 })
    expect(events.map((event) => ('reason' in event ? event.reason : event.type))).toEqual([
      'OrderPlaced',
      'expired',
      'expired',
      'crossing',
    ])
  })

  test('behavior: anybody clears it, and lock, shares and deposit go to its owner', async () => {
    const { place, clear, mintPair, view } = await open()
    await mintPair(a, b, 2n * stage.unit)
    const expiresAtMs = inBlocks(4)
    await place(a, { side: 'sell', price: 800, timeInForce: 'gtd', expiresAtMs })
    await place(a, { price: 200, timeInForce: 'gtd', expiresAtMs })
    await stage.host.passTime(expiresAtMs)
    const before = { collateral: await stage.collateralOf(a), alph: await stage.alphOf(a) }
    const events = await clear(c, 3, 4, 99)
    expect(events).toMatchObject([
      { type: 'OrderCancelled', orderId: 3, trader: a.address, reason: 'expired', collateral: 0n },
      { type: 'OrderCancelled', orderId: 4, reason: 'expired', collateral: stage.unit / 5n },
    ])
    expect((await stage.collateralOf(a)) - before.collateral).toBe(stage.unit / 5n)
    expect((await stage.alphOf(a)) - before.alph).toBe(2n * 10n ** 17n)
    expect((await view.position(a.address))?.yes).toBe(2n * stage.unit)
    expect(await refusalOf(clear(c, 3))).toBe('Market.NoSuchOrder')
  })

  test('error: one that lives, a list that is empty, broken or longer than 100, a resolved market', async () => {
    const { market, place, clear } = await open()
    await place(a, { price: 100, timeInForce: 'gtd', expiresAtMs: inBlocks(9) })
    expect(await refusalOf(clear(c, 1))).toBe('Market.NotExpired')
    expect(await refusalOf(clear(c, 1, 1))).toBe('accepted')
    const raw = (orderIds: string) =>
      refusalOf(
        stage.send(
          c,
          callScript({ contract: 'Market', contractId: market.id, method: 'clear', args: { orderIds } }),
        ),
      )
    for (const orderIds of ['', '0000000100', '00000001'.repeat(101)])
      expect(await raw(orderIds)).toBe('Market.BadOrderList')
    expect(await raw('00000001'.repeat(100))).toBe('accepted')
    await stage.host.passTime(market.endsAtMs)
    await stage.resolve(market, 1)
    expect(await refusalOf(clear(c, 1))).toBe('Market.AlreadyResolved')
  })

  test('behavior: its owner meets it as its own, and no share is lost', async () => {
    const { place, mintPair, view } = await open()
    await mintPair(a, b, 2n * stage.unit)
    await place(a, { side: 'sell', price: 600, timeInForce: 'gtd', expiresAtMs: inBlocks(3) })
    await stage.host.passTime(inBlocks(5))
    const events = await place(a, { price: 700, timeInForce: 'ioc' })
    expect(events.map((event) => ('reason' in event ? event.reason : event.type))).toContain('self')
    expect((await view.position(a.address))?.yes).toBe(2n * stage.unit)
  })
})
