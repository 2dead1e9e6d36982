import { beforeAll, describe, expect, test } from 'vitest'
import { callScript, payFees, releaseOrder, settlePosition, sweepChunk } from '../../../src/bindings/index.ts'
import { type FinalOutcome, ONE } from '../../../src/domain/index.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { viewMarket } from '../../support/stage/market-view.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { FAR_MS, openStage, refusalOf, type Stage, type StagedMarket } from '../../support/stage/stage.ts'
import { named, tradeOn } from '../../support/stage/traders.ts'

/** From endsAt to the last deposit: states, settle, release, sweep, payFees. */
let stage: Stage
let a: StageWallet
let b: StageWallet
let c: StageWallet

beforeAll(async () => {
  stage = await openStage(await openHost('resolution'), 'resolution')
  ;[a, b, c] = (await stage.wallets(3)) as [StageWallet, StageWallet, StageWallet]
})

const open = async () => {
  const market = await stage.openMarket({ lastsMs: stage.host.shortMs })
  return { market, ...tradeOn(stage, market), view: viewMarket(stage, market) }
}
const mark = (method: 'markProposed' | 'markDisputed' | 'markClosed', market: StagedMarket) =>
  stage.send(c, stage.act(method, { market: market.id }))
const balanceOf = (wallet: StageWallet): Promise<bigint> => stage.collateralOf(wallet)

/** a: 4 free yes and 1 + 1 unit in a resting sell; b: 5 + 1 unit no; b also has a resting buy. */
async function traded() {
  const stand = await open()
  await stand.mintPair(a, b, 5n * ONE + 1n)
  await stand.place(a, { side: 'sell', price: 900, quantity: ONE + 1n })
  await stand.place(b, { price: 333, quantity: ONE + 1n })
  await stage.host.passTime(stand.market.endsAtMs)
  return stand
}

describe('states', () => {
  test('default: closed → proposed → disputed → closed → proposed → resolved', async () => {
    const { market } = await open()
    await stage.host.passTime(market.endsAtMs)
    const states = []
    for (const step of ['markProposed', 'markDisputed', 'markClosed', 'markProposed'] as const)
      states.push(...named((await mark(step, market)).events))
    states.push(...named((await stage.resolve(market, 2)).events))
    expect(
      states.map((event) => event.type === 'MarketStateChanged' && [event.state, event.finalOutcome]),
    ).toEqual([
      ['proposed', null],
      ['disputed', null],
      ['closed', null],
      ['proposed', null],
      ['resolved', 2],
    ])
  })

  test('error: BadTransition before endsAt, out of order and after resolution', async () => {
    const early = await stage.openMarket()
    expect(await refusalOf(mark('markProposed', early))).toBe('Market.BadTransition')
    expect(await refusalOf(stage.resolve(early, 1))).toBe('Market.BadTransition')
    const { market } = await open()
    await stage.host.passTime(market.endsAtMs)
    expect(await refusalOf(mark('markDisputed', market))).toBe('Market.BadTransition')
    expect(await refusalOf(mark('markClosed', market))).toBe('Market.BadTransition')
    await mark('markProposed', market)
    expect(await refusalOf(mark('markProposed', market))).toBe('Market.BadTransition')
    expect(await refusalOf(mark('markClosed', market))).toBe('Market.BadTransition')
    await stage.resolve(market, 1)
    for (const step of ['markProposed', 'markDisputed', 'markClosed'] as const)
      expect(await refusalOf(mark(step, market))).toBe('Market.BadTransition')
    expect(await refusalOf(stage.resolve(market, 1))).toBe('Market.BadTransition')
  })

  test('error: BadOutcome for 0 and 4', async () => {
    const { market } = await open()
    await stage.host.passTime(market.endsAtMs)
    expect(await refusalOf(stage.resolve(market, 0 as FinalOutcome))).toBe('Market.BadOutcome')
    expect(await refusalOf(stage.resolve(market, 4 as FinalOutcome))).toBe('Market.BadOutcome')
  })

  test('error: NotTheOracle for a contract and a wallet that are not', async () => {
    const market = await stage.openMarket()
    const other = await openStage(stage.host, 'another oracle')
    for (const method of ['markProposed', 'markDisputed', 'markClosed', 'resolve'] as const) {
      const args = { market: market.id, finalOutcome: 1n, submitter: a.address }
      expect(await refusalOf(other.send(a, other.act(method, args)))).toBe('Market.NotTheOracle')
      const direct = callScript({
        contract: 'Market',
        contractId: market.id,
        method,
        args: { finalOutcome: 1n, submitter: a.address } as never, // only resolve has arguments
      })
      // A wallet has no contract id to show; the virtual machine stops the question itself.
      expect(await refusalOf(stage.send(a, direct))).not.toBe('accepted')
    }
  })
})

describe('settle and release', () => {
  test.each([
    [1, { a: 4n * ONE, b: 0n, sell: ONE + 1n }],
    [2, { a: 0n, b: 5n * ONE + 1n, sell: 0n }],
    [3, { a: 2n * ONE, b: (5n * ONE) / 2n, sell: ONE / 2n }],
  ] as const)('default: outcome %i pays to the unit', async (finalOutcome, payout) => {
    const { market, view } = await traded()
    await stage.resolve(market, finalOutcome)
    const before = [await balanceOf(a), await balanceOf(b)]
    const settled = async (trader: StageWallet) =>
      named(
        (
          await stage.send(
            c,
            settlePosition({ marketId: market.id, trader: trader.address, deadlineMs: FAR_MS }),
          )
        ).events,
      )
    const released = async (orderId: number) =>
      named((await stage.send(c, releaseOrder({ marketId: market.id, orderId }))).events)
    expect(await settled(a)).toMatchObject([
      { type: 'PositionSettled', yes: 4n * ONE, no: 0n, payout: payout.a },
    ])
    expect(await released(3)).toMatchObject([
      { type: 'OrderReleased', remaining: ONE + 1n, payout: payout.sell },
    ])
    expect(await settled(b)).toMatchObject([{ type: 'PositionSettled', no: 5n * ONE + 1n, payout: payout.b }])
    expect(await released(4)).toMatchObject([{ type: 'OrderReleased', payout: 333_000_000_000_000_001n }])
    await stage.send(c, payFees({ marketId: market.id }))
    expect(await balanceOf(a)).toBe(before[0]! + payout.a + payout.sell)
    expect(await balanceOf(b)).toBe(before[1]! + payout.b + 333_000_000_000_000_001n)
    expect((await view.state()).held).toBe(finalOutcome === 3 ? 1n : 0n)
  })

  test('behavior: the deposits go to the owners, not to who calls', async () => {
    const { market } = await traded()
    await stage.resolve(market, 1)
    const before = await stage.alphOf(a)
    await stage.send(c, settlePosition({ marketId: market.id, trader: a.address, deadlineMs: FAR_MS }))
    expect((await stage.alphOf(a)) - before).toBe(10n ** 17n)
    await stage.send(c, releaseOrder({ marketId: market.id, orderId: 3 }))
    expect((await stage.alphOf(a)) - before).toBe(2n * 10n ** 17n)
  })

  test('error: NotResolved before, NoPosition and NoSuchOrder the second time', async () => {
    const { market } = await traded()
    const settle = () =>
      stage.send(c, settlePosition({ marketId: market.id, trader: a.address, deadlineMs: FAR_MS }))
    const release = () => stage.send(c, releaseOrder({ marketId: market.id, orderId: 3 }))
    expect(await refusalOf(settle())).toBe('Market.NotResolved')
    expect(await refusalOf(release())).toBe('Market.NotResolved')
    await stage.resolve(market, 1)
    expect([await refusalOf(settle()), await refusalOf(release())]).toEqual(['accepted', 'accepted'])
    expect([await refusalOf(settle()), await refusalOf(release())]).toEqual([
      'Market.NoPosition',
      'Market.NoSuchOrder',
    ])
  })
})

describe('sweep', () => {
  test('default: after resolution a chunk’s deposit goes back to who paid it', async () => {
    const { market, view } = await traded()
    const used = Number((await view.state()).chunksUsed)
    const chunk = Math.log2(used & -used)
    const sweep = (number = chunk) => stage.send(c, sweepChunk({ marketId: market.id, chunk: number }))
    expect(await refusalOf(sweep())).toBe('Market.NotResolved')
    await stage.resolve(market, 1)
    // Further than a word has bits, though the chunk is there.
    expect(await refusalOf(sweep(256 + chunk))).toBe('Market.NoSuchChunk')
    expect(named((await sweep()).events)).toEqual([
      { type: 'ChunkSwept', marketAddress: market.address, chunk, payer: a.address },
    ])
    expect(await refusalOf(sweep())).toBe('Market.NoSuchChunk')
    expect(await refusalOf(sweep(32))).toBe('Market.NoSuchChunk')
    // Orders of a swept chunk are released all the same.
    await stage.send(c, releaseOrder({ marketId: market.id, orderId: 4 }))
  })
})

describe('payFees', () => {
  test('default: creator and treasury get what has gathered, once, but for the tenth that is kept back', async () => {
    const { market, mintPair } = await open()
    await mintPair(a, b, 100n * ONE)
    const before = [await balanceOf(stage.creator), await balanceOf(stage.treasury)]
    const pay = () => stage.send(c, payFees({ marketId: market.id }))
    expect(named((await pay()).events)).toMatchObject([
      {
        type: 'FeesPaid',
        creatorAmount: 87_500_000_000_000_000n,
        treasuryAmount: 1_046_250_000_000_000_000n,
      },
    ])
    expect((await balanceOf(stage.creator)) - before[0]!).toBe(87_500_000_000_000_000n)
    expect((await balanceOf(stage.treasury)) - before[1]!).toBe(1_046_250_000_000_000_000n)
    expect(await refusalOf(pay())).toBe('Market.NoFees')
  })

  test('error: a treasury that is no wallet of the group gets nothing and spoils nothing else', async () => {
    const market = await stage.openMarket({ treasury: '1C2RAVWSuaXw8xtUxqVERR7ChKBE1XgscNFw73NSHE1v3' })
    await tradeOn(stage, market).mintPair(a, b, 100n * ONE)
    expect(await refusalOf(stage.send(c, payFees({ marketId: market.id })))).toBe('Market.WrongGroup')
  })
})
