import { beforeAll, describe, expect, test } from 'vitest'
import { callScript, placeOrder, quoteOrders, splitPairs } from '../../../src/bindings/index.ts'
import { collateralForBuy, ONE } from '../../../src/domain/index.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { viewMarket } from '../../support/stage/market-view.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { FAR_MS, openStage, refusalOf, type Stage, type StagedMarket } from '../../support/stage/stage.ts'
import { tradeOn } from '../../support/stage/traders.ts'

/** Market.place on a chain: every refusal, every way an order can end. Amounts against the model: market-sequences. */
let stage: Stage
let wallets: StageWallet[]
let [a, b, c] = [] as unknown as StageWallet[]

beforeAll(async () => {
  stage = await openStage(await openHost('place-order'), 'place-order')
  wallets = await stage.wallets(3)
  ;[a, b, c] = wallets as [StageWallet, StageWallet, StageWallet]
})

const open = async () => {
  const market = await stage.openMarket()
  return {
    market,
    ...tradeOn(stage, market),
    view: viewMarket(stage, market),
  }
}

describe('what is refused', () => {
  test.each([
    ['Market.BadPrice', { price: 0 }],
    ['Market.BadPrice', { price: 1000 }],
    ['Market.BadQuantity', { quantity: 0n }],
    ['Market.BadQuantity', { side: 'sell', quantity: 1n << 128n }],
    ['Market.BadTimeInForce', { isMarketOrder: true, timeInForce: 'gtc' }],
    ['Market.BadTimeInForce', { isMarketOrder: true, timeInForce: 'post-only' }],
    ['Market.NotEnoughShares', { side: 'sell' }],
    ['Market.CannotFill', { timeInForce: 'fok' }],
  ] as const)('error: %s %o', async (refusal, terms) => {
    const { refusedPlace } = await open()
    expect(await refusedPlace(a!, terms)).toBe(refusal)
  })

  test('error: BadQuantity at 2^256-1, before anything is multiplied', async () => {
    const { market } = await open()
    const call = callScript({
      contract: 'Market',
      contractId: market.id,
      method: 'place',
      args: { ...rawArgs(market), quantity: (1n << 256n) - 1n },
      attoAlph: 3n * 10n ** 17n,
    })
    expect(await refusalOf(stage.send(a!, call))).toBe('Market.BadQuantity')
  })

  test.each([
    ['Market.BadKind', { kind: 4n }],
    ['Market.BadTimeInForce', { timeInForce: 5n }],
    ['Market.LockTooSmall', {}],
  ] as const)('error: %s', async (refusal, changes) => {
    const { market } = await open()
    const call = callScript({
      contract: 'Market',
      contractId: market.id,
      method: 'place',
      args: { ...rawArgs(market), ...changes },
      attoAlph: 3n * 10n ** 17n,
    })
    expect(await refusalOf(stage.send(a!, call))).toBe(refusal)
  })

  test('error: LockTooSmall one unit below C + ceil(C × 25 / 1000)', async () => {
    const { market } = await open()
    const bring = (amount: bigint) =>
      callScript({
        contract: 'Market',
        contractId: market.id,
        method: 'place',
        args: rawArgs(market),
        attoAlph: 3n * 10n ** 17n,
        tokens: [{ id: stage.collateralId, amount }],
        outputs: 4,
      })
    const exact = collateralForBuy(500, ONE)
    expect(await refusalOf(stage.send(a!, bring(exact - 1n)))).toBe('Market.LockTooSmall')
    expect(await refusalOf(stage.send(a!, bring(exact)))).toBe('accepted')
  })

  test('error: the referrer is no contract, of no other group and not the trader', async () => {
    const { refusedPlace, market } = await open()
    expect(await refusedPlace(a!, { referer: market.address })).toBe('Market.NotAWallet')
    expect(await refusedPlace(a!, { referer: '1C2RAVWSuaXw8xtUxqVERR7ChKBE1XgscNFw73NSHE1v3' })).toBe(
      'Market.WrongGroup',
    )
    expect(await refusedPlace(a!, { referer: a!.address })).toBe('Market.RefererIsTrader')
  })

  test('error: OrderIdsExhausted after 2^32 - 1 orders', async () => {
    const market = await stage.openMarket({ nextOrderId: (1n << 32n) - 1n })
    const { place, refusedPlace } = tradeOn(stage, market)
    expect(await place(a!)).toMatchObject([{ orderId: 2 ** 32 - 1 }])
    expect(await refusedPlace(b!)).toBe('Market.OrderIdsExhausted')
  })

  test.each([['proposed'], ['disputed'], ['resolved']] as const)(
    'error: TradingEnded for every call that opens a position once a market is %s, whatever the clock says',
    async (name) => {
      const state = { proposed: 2n, disputed: 3n, resolved: 4n }[name]
      const market = await stage.openMarket({ state })
      const { collateralId } = stage
      const terms = { marketId: market.id, collateralId, subject: market.subject, deadlineMs: FAR_MS }
      const orders = [{ side: 'buy', outcome: 'yes', price: 1, quantity: ONE, expiresAtMs: null }] as const
      for (const call of [
        tradeOn(stage, market).order(),
        quoteOrders({ ...terms, cancel: [], orders, approved: ONE }),
        splitPairs({ ...terms, quantity: ONE }),
      ])
        expect(await refusalOf(stage.send(a!, call))).toBe('Market.TradingEnded')
    },
  )

  test('error: TradingEnded from endsAt on', async () => {
    const market = await stage.openMarket({ lastsMs: stage.host.shortMs })
    const { refusedPlace } = tradeOn(stage, market)
    await stage.host.passTime(market.endsAtMs)
    expect(await refusedPlace(a!)).toBe('Market.TradingEnded')
  })

  test('error: NotEnoughShares for shares that are in a resting sell', async () => {
    const { mintPair, place, refusedPlace } = await open()
    await mintPair(a!, b!, 3n * ONE)
    await place(a!, { side: 'sell', price: 900, quantity: 2n * ONE })
    expect(await refusedPlace(a!, { side: 'sell', price: 901, quantity: ONE + 1n })).toBe(
      'Market.NotEnoughShares',
    )
    expect(await refusedPlace(a!, { side: 'sell', price: 901, quantity: ONE })).toBe('accepted')
  })
})

const rawArgs = ({ subject }: StagedMarket) => ({
  said: subject,
  deadline: BigInt(FAR_MS),
  kind: 0n,
  price: 500n,
  quantity: ONE,
  timeInForce: 0n,
  expiresAt: 0n,
  isMarketOrder: false,
  maxFills: 100n,
  referer: 'tgx7VNFoP9DJiFMFgXXtafQZkUvyEdDHT9ryamHJYrjq',
})

describe('how an order ends', () => {
  test('default: a limit order rests with its lock, and the position entry begins', async () => {
    const { place, view } = await open()
    const events = await place(a!, { price: 333, quantity: 2n * ONE + 1n })
    expect(events.map((event) => event.type)).toEqual(['OrderPlaced'])
    expect((await view.state()).held).toBe(666_000_000_000_000_001n)
    expect(await view.walk('bid')).toMatchObject([{ orderId: 1, price: 333, remaining: 2n * ONE + 1n }])
    expect(await view.position(a!.address)).toEqual({ yes: 0n, no: 0n })
  })

  test('behavior: an immediate order that finds nothing has an id, an event and a position, and leaves nothing', async () => {
    const { place, view } = await open()
    const events = await place(a!, { timeInForce: 'ioc', isMarketOrder: true })
    expect(events).toMatchObject([
      { type: 'OrderPlaced', orderId: 1, isMarketOrder: true, timeInForce: 'ioc' },
      { type: 'OrderCancelled', orderId: 1, reason: 'immediate', remaining: ONE },
    ])
    expect(await view.state()).toMatchObject({ held: 0n, nextOrderId: 2n, chunksUsed: 0n })
    expect(await view.position(a!.address)).toEqual({ yes: 0n, no: 0n })
  })

  test('behavior: post-only is cancelled when it would cross and rests when it would not', async () => {
    const { place, view } = await open()
    await place(a!, { price: 500 })
    const crossing = await place(b!, { outcome: 'no', price: 500, timeInForce: 'post-only' })
    expect(crossing.at(-1)).toMatchObject({ type: 'OrderCancelled', orderId: 2, reason: 'post-only' })
    await place(b!, { outcome: 'no', price: 499, timeInForce: 'post-only' })
    expect(await view.walk('ask')).toMatchObject([{ orderId: 3 }])
  })

  test('behavior: a limit order that reached maxFills is cancelled while the book still crosses', async () => {
    const { place, view } = await open()
    await place(a!, { price: 500 })
    await place(b!, { price: 500 })
    const events = await place(c!, { outcome: 'no', quantity: 5n * ONE, maxFills: 1 })
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'OrderCancelled',
        orderId: 3,
        reason: 'crossing',
        remaining: 4n * ONE,
      }),
    )
    expect(await view.walk('ask')).toEqual([])
  })

  test('behavior: fok fills whole or not at all', async () => {
    const { place, refusedPlace } = await open()
    await place(a!, { quantity: 2n * ONE })
    await place(a!, { quantity: 2n * ONE })
    expect(await refusedPlace(b!, { outcome: 'no', quantity: 5n * ONE, timeInForce: 'fok' })).toBe(
      'Market.CannotFill',
    )
    expect(
      await refusedPlace(b!, { outcome: 'no', quantity: 4n * ONE, timeInForce: 'fok', maxFills: 1 }),
    ).toBe('Market.CannotFill')
    const events = await place(b!, { outcome: 'no', quantity: 4n * ONE, timeInForce: 'fok' })
    expect(events.filter((event) => event.type === 'OrderFilled')).toHaveLength(2)
  })

  test('behavior: price first, then time, at the resting price, for all four kinds in one book', async () => {
    const { mintPair, place } = await open()
    await mintPair(a!, b!, 10n * ONE)
    await place(a!, { side: 'sell', outcome: 'yes', price: 520 }) // 3: ask 520
    await place(c!, { side: 'buy', outcome: 'no', price: 490 }) // 4: ask 510
    await place(a!, { side: 'sell', outcome: 'yes', price: 510 }) // 5: ask 510, younger
    const events = await place(b!, { price: 600, quantity: 3n * ONE })
    const fills = events.filter((event) => event.type === 'OrderFilled')
    expect(fills.map((fill) => [fill.makerOrderId, fill.fillType, fill.price])).toEqual([
      [4, 'mint', 490],
      [5, 'transfer', 510],
      [3, 'transfer', 520],
    ])
  })

  test('behavior: the referrer is paid in the transaction, creator and treasury at payFees', async () => {
    const { place } = await open()
    const [referer] = await stage.wallets(1, { alph: ONE, collateral: 0n })
    await place(a!, { quantity: 100n * ONE })
    const events = await place(b!, { outcome: 'no', quantity: 100n * ONE, referer: referer!.address })
    const fee = events.find((event) => event.type === 'FeeCharged')
    expect(fee).toMatchObject({
      notional: 50n * ONE,
      fee: 1_250_000_000_000_000_000n,
      refererFee: 125_000_000_000_000_000n,
      creatorFee: 87_500_000_000_000_000n,
    })
    expect(await stage.collateralOf(referer!)).toBe(125_000_000_000_000_000n)
  })

  test('behavior: what a taker does not use comes back in the same transaction', async () => {
    const { market, place } = await open()
    const [rich] = await stage.wallets(1, { alph: 10n * ONE, collateral: 1000n * ONE })
    await place(a!, { outcome: 'no', price: 900, quantity: 10n * ONE })
    await stage.send(
      rich!,
      placeOrder({
        marketId: market.id,
        collateralId: stage.collateralId,
        side: 'buy',
        outcome: 'yes',
        price: 999,
        quantity: 10n * ONE,
        timeInForce: 'gtc',
        isMarketOrder: false,
        maxFills: 5,
        referer: null,
        subject: market.subject,
        deadlineMs: FAR_MS,
        expiresAtMs: null,
      }),
    )
    expect(await stage.collateralOf(rich!)).toBe(1000n * ONE - ONE - 25_000_000_000_000_000n)
  })
})
