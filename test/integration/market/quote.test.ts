import { beforeAll, describe, expect, test } from 'vitest'
import { callScript, type QuoteOrders, quoteOrders } from '../../../src/bindings/index.ts'
import type { QuotedOrder } from '../../../src/domain/index.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { viewMarket } from '../../support/stage/market-view.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { FAR_MS, openStage, refusalOf, type Stage } from '../../support/stage/stage.ts'
import { named, tradeOn } from '../../support/stage/traders.ts'

/** Cancelling and resting many orders at once. */
let stage: Stage
let a: StageWallet
let b: StageWallet

beforeAll(async () => {
  stage = await openStage(await openHost('quote'), 'quote')
  ;[a, b] = (await stage.wallets(2)) as [StageWallet, StageWallet]
})

const bid = (price: number, changes: Partial<QuotedOrder> = {}): QuotedOrder => ({
  side: 'buy',
  outcome: 'yes',
  price,
  quantity: stage.unit,
  expiresAtMs: null,
  ...changes,
})

const open = async () => {
  const market = await stage.openMarket()
  const call = (changes: Partial<QuoteOrders>) =>
    quoteOrders({
      marketId: market.id,
      collateralId: stage.collateralId,
      subject: market.subject,
      deadlineMs: FAR_MS,
      cancel: [],
      orders: [bid(100)],
      approved: 100n * stage.unit,
      ...changes,
    })
  const quote = async (wallet: StageWallet, changes: Partial<QuoteOrders>) =>
    named((await stage.send(wallet, call(changes))).events)
  const reasons = async (wallet: StageWallet, changes: Partial<QuoteOrders>) =>
    (await quote(wallet, changes)).flatMap((event) => ('reason' in event ? [event.reason] : []))
  const refused = (wallet: StageWallet, changes: Partial<QuoteOrders>) =>
    refusalOf(stage.send(wallet, call(changes)))
  return { market, call, quote, reasons, refused, view: viewMarket(stage, market), ...tradeOn(stage, market) }
}

describe('quote', () => {
  test('default: cancels, then rests, and moves only the difference', async () => {
    const { quote, view } = await open()
    await quote(a, { orders: [bid(400), bid(390)] })
    const before = await stage.collateralOf(a)
    const events = await quote(a, {
      cancel: [1, 2],
      orders: [bid(410), bid(395)],
      approved: 15n * 10n ** 15n,
    })
    expect(events.map((event) => event.type)).toEqual([
      'OrderCancelled',
      'OrderCancelled',
      'OrderPlaced',
      'OrderPlaced',
    ])
    expect(before - (await stage.collateralOf(a))).toBe(15n * 10n ** 15n)
    expect((await view.walk('bid')).map(({ orderId, price }) => [orderId, price])).toEqual([
      [3, 410],
      [4, 395],
    ])
    await quote(a, { cancel: [3, 4], orders: [bid(1)], approved: 0n })
    expect((await stage.collateralOf(a)) - before).toBe(789n * 10n ** 15n + 0n)
  })

  test('behavior: what would cross, is not covered or too small is skipped, and the others stand', async () => {
    const { quote, place, view } = await open()
    await place(b, { outcome: 'no', price: 500 })
    const events = await quote(a, {
      orders: [
        bid(500),
        bid(499),
        bid(300, { side: 'sell' }),
        bid(100, { quantity: stage.unit - 1n }),
        bid(200),
        bid(100, { quantity: 5n * stage.unit }),
      ],
      approved: 7n * 10n ** 17n,
    })
    expect(events.flatMap((event) => ('reason' in event ? [[event.orderId, event.reason]] : []))).toEqual([
      [2, 'post-only'],
      [4, 'unfunded'],
      [5, 'dust'],
      [7, 'unfunded'],
    ])
    expect((await view.walk('bid')).map(({ orderId }) => orderId)).toEqual([3, 6])
  })

  test('behavior: a fill in between costs the orders it paid for, not the batch', async () => {
    const { quote, place, reasons } = await open()
    await quote(a, { orders: [bid(400), bid(390)] })
    await place(b, { outcome: 'no', price: 600 })
    expect(await reasons(a, { cancel: [1, 2], orders: [bid(395), bid(390)], approved: 0n })).toEqual([
      'owner',
      'unfunded',
    ])
  })

  test('behavior: shares of cancelled sells can be sold again, and orders of one quote cross each other', async () => {
    const { quote, mintPair, view, reasons } = await open()
    await mintPair(a, b, 2n * stage.unit)
    const sell = bid(700, { side: 'sell', quantity: 2n * stage.unit })
    await quote(a, { orders: [sell] })
    expect(await reasons(a, { cancel: [3], orders: [{ ...sell, price: 600 }, bid(600)] })).toEqual([
      'owner',
      'post-only',
    ])
    expect((await view.position(a.address))?.yes).toBe(0n)
  })

  test('behavior: dead orders of both sides go first, the trader’s own sells among them', async () => {
    const { quote, place, mintPair, view, reasons } = await open()
    const expiresAtMs = stage.host.nowMs() + 12 * stage.host.blockMs
    await mintPair(a, b, 2n * stage.unit)
    await place(a, { side: 'sell', price: 550, timeInForce: 'gtd', expiresAtMs })
    for (let i = 0; i < 6; i += 1) await place(b, { price: 450, timeInForce: 'gtd', expiresAtMs })
    await stage.host.passTime(expiresAtMs)
    const sell = bid(400, { side: 'sell', quantity: 2n * stage.unit })
    expect(await reasons(a, { orders: [sell] })).toEqual([...Array(6).fill('expired'), 'unfunded'])
    const events = await quote(a, { orders: [bid(300), sell, bid(560)] })
    expect(events.flatMap((event) => ('reason' in event ? [event.reason] : []))).toEqual([
      'expired',
      'post-only',
    ])
    expect((await view.position(a.address))?.yes).toBe(0n)
  })

  test('behavior: it begins the position entry, so who quoted does not judge', async () => {
    const { quote, view } = await open()
    expect(await view.position(a.address)).toBeNull()
    await quote(a, { orders: [bid(100)] })
    expect(await view.position(a.address)).toEqual({ yes: 0n, no: 0n })
  })

  test('error: another’s order, too many, none, broken lists, bad terms, after the end', async () => {
    const { market, quote, place, refused } = await open()
    await place(b, { price: 100 })
    expect(await refused(a, { cancel: [1] })).toBe('Market.NotTheOwner')
    expect(await refused(a, { orders: [bid(0)] })).toBe('Market.BadPrice')
    expect(await refused(a, { orders: [bid(1000)] })).toBe('Market.BadPrice')
    expect(await refused(a, { orders: [bid(100, { quantity: 0n })] })).toBe('Market.BadQuantity')
    expect(await refused(a, { orders: [bid(100), bid(100, { expiresAtMs: stage.host.nowMs() })] })).toBe(
      'Market.BadExpiry',
    )
    const raw = (args: { orderIds?: string; quotes?: string }) =>
      refusalOf(
        stage.send(
          a,
          callScript({
            contract: 'Market',
            contractId: market.id,
            method: 'quote',
            args: {
              said: market.subject,
              deadline: BigInt(FAR_MS),
              approved: 0n,
              orderIds: '',
              quotes: '',
              ...args,
            },
            attoAlph: 10n ** 18n,
          }),
        ),
      )
    const one = `000064${stage.unit.toString(16).padStart(32, '0')}${'00'.repeat(8)}`
    expect(await raw({})).toBe('Market.BadQuote')
    expect(await raw({ quotes: one.slice(2) })).toBe('Market.BadQuote')
    expect(await raw({ quotes: `${one}00` })).toBe('Market.BadQuote')
    expect(await raw({ quotes: one.repeat(21) })).toBe('Market.BadQuote')
    expect(await raw({ quotes: one, orderIds: '000001' })).toBe('Market.BadOrderList')
    expect(await raw({ quotes: one, orderIds: '00000009'.repeat(41) })).toBe('Market.BadOrderList')
    expect(await raw({ quotes: `04${one.slice(2)}` })).toBe('Market.BadKind')
    expect(await raw({ quotes: one, orderIds: '00000009'.repeat(40) })).toBe('accepted')
    const orders = Array.from({ length: 20 }, (_, i) => bid(100 + i))
    expect(await quote(a, { orders })).toHaveLength(20)
    await stage.host.passTime(market.endsAtMs - stage.host.blockMs)
    expect(await refused(a, {})).toBe('Market.TradingEnded')
  })

  test('error: the last order ids are dealt to as many as there are', async () => {
    const market = await stage.openMarket({ nextOrderId: (1n << 32n) - 1n })
    const terms = {
      marketId: market.id,
      collateralId: stage.collateralId,
      subject: market.subject,
      deadlineMs: FAR_MS,
      cancel: [],
      approved: stage.unit,
    }
    const two = quoteOrders({ ...terms, orders: [bid(100), bid(101)] })
    expect(await refusalOf(stage.send(a, two))).toBe('Market.OrderIdsExhausted')
    expect(await refusalOf(stage.send(a, quoteOrders({ ...terms, orders: [bid(100)] })))).toBe('accepted')
  })
})
