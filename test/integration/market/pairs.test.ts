import { beforeAll, describe, expect, test } from 'vitest'
import { callScript, mergePairs, splitPairs } from '../../../src/bindings/index.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { viewMarket } from '../../support/stage/market-view.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { FAR_MS, openStage, refusalOf, type Stage } from '../../support/stage/stage.ts'
import { named, tradeOn } from '../../support/stage/traders.ts'

/** Collateral into pairs of shares and back. */
let stage: Stage
let a: StageWallet

beforeAll(async () => {
  stage = await openStage(await openHost('pairs'), 'pairs')
  ;[a] = (await stage.wallets(1)) as [StageWallet]
})

const open = async () => {
  const market = await stage.openMarket()
  const { collateralId } = stage
  const terms = { marketId: market.id, collateralId, subject: market.subject, deadlineMs: FAR_MS }
  return {
    market,
    view: viewMarket(stage, market),
    split: (quantity: bigint) => stage.send(a, splitPairs({ ...terms, quantity })),
    merge: (quantity: bigint) => stage.send(a, mergePairs({ ...terms, quantity })),
    ...tradeOn(stage, market),
  }
}

describe('split and merge', () => {
  test('default: one unit becomes a share of each and back, without a fee', async () => {
    const { split, merge, view } = await open()
    const before = await stage.collateralOf(a)
    expect(named((await split(7n * stage.unit)).events)).toMatchObject([
      { type: 'PairsSplit', trader: a.address, quantity: 7n * stage.unit },
    ])
    expect(await view.position(a.address)).toEqual({ yes: 7n * stage.unit, no: 7n * stage.unit })
    expect(before - (await stage.collateralOf(a))).toBe(7n * stage.unit)
    expect(await view.state()).toMatchObject({ pairs: 7n * stage.unit, held: 7n * stage.unit })
    expect(named((await merge(7n * stage.unit)).events)).toMatchObject([
      { type: 'PairsMerged', trader: a.address, quantity: 7n * stage.unit },
    ])
    expect(await stage.collateralOf(a)).toBe(before)
    expect(await view.position(a.address)).toEqual({ yes: 0n, no: 0n })
    expect(await view.state()).toMatchObject({ pairs: 0n, held: 0n })
  })

  test('error: nothing, more than fits, more than is free, without a position', async () => {
    const { market, split, merge, place } = await open()
    expect(await refusalOf(merge(1n))).toBe('Market.NoPosition')
    expect(await refusalOf(split(0n))).toBe('Market.BadQuantity')
    const tooMuch = callScript({
      contract: 'Market',
      contractId: market.id,
      method: 'split',
      args: { said: market.subject, deadline: BigInt(FAR_MS), quantity: 1n << 128n },
    })
    expect(await refusalOf(stage.send(a, tooMuch))).toBe('Market.BadQuantity')
    await split(2n * stage.unit)
    expect(await refusalOf(merge(0n))).toBe('Market.BadQuantity')
    expect(await refusalOf(merge(2n * stage.unit + 1n))).toBe('Market.NotEnoughShares')
    await place(a, { side: 'sell', price: 900 })
    expect(await refusalOf(merge(stage.unit + 1n))).toBe('Market.NotEnoughShares')
    expect(await refusalOf(merge(stage.unit))).toBe('accepted')
    await split(stage.unit)
    await place(a, { side: 'sell', outcome: 'no', price: 900, quantity: 2n * stage.unit })
    expect(await refusalOf(merge(1n))).toBe('Market.NotEnoughShares')
  })

  test('behavior: splitting ends at endsAt, merging with the resolution', async () => {
    const { market, split, merge } = await open()
    await split(4n * stage.unit)
    await stage.host.passTime(market.endsAtMs - stage.host.blockMs - 1)
    expect(await refusalOf(split(1n))).toBe('accepted')
    expect(await refusalOf(split(1n))).toBe('Market.TradingEnded')
    expect(await refusalOf(merge(1n))).toBe('accepted')
    await stage.send(a, stage.act('markProposed', { market: market.id }))
    expect(await refusalOf(merge(1n))).toBe('accepted')
    await stage.resolve(market, 1)
    expect(await refusalOf(merge(1n))).toBe('Market.AlreadyResolved')
  })
})
