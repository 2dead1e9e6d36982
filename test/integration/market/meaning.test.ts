import { beforeAll, describe, expect, test } from 'vitest'
import {
  cancelOrders,
  clearOrders,
  mergePairs,
  quoteOrders,
  settlePosition,
  splitPairs,
} from '../../../src/bindings/index.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { FAR_MS, openStage, refusalOf, type Stage } from '../../support/stage/stage.ts'
import { tradeOn } from '../../support/stage/traders.ts'

/** A call means what it meant when it was signed: until its deadline, and for the question it was made for. */
let stage: Stage
let a: StageWallet
let b: StageWallet

beforeAll(async () => {
  stage = await openStage(await openHost('meaning'), 'meaning')
  ;[a, b] = (await stage.wallets(2)) as [StageWallet, StageWallet]
})

const open = async (textHash?: string) => {
  const market = await stage.openMarket(textHash === undefined ? {} : { textHash })
  return { market, ...tradeOn(stage, market) }
}

describe('deadline', () => {
  test('error: a signed order that was kept is refused from its deadline on, to the millisecond', async () => {
    const { order } = await open()
    const { nowMs, passTime, blockMs } = stage.host
    const deadlineMs = nowMs() + 10 * blockMs
    const kept = order({ price: 900, timeInForce: 'ioc', deadlineMs })
    await passTime(deadlineMs - blockMs)
    expect(await refusalOf(stage.send(a, kept))).toBe('Market.Expired')
    const fresh = nowMs() + 10 * blockMs
    await passTime(fresh - blockMs - 1)
    expect(await refusalOf(stage.send(a, order({ deadlineMs: fresh })))).toBe('accepted')
  })

  test('error: every other call that people sign has one, too', async () => {
    const { market, place, mintPair } = await open()
    await mintPair(a, b, 2n * stage.unit)
    await place(a, { price: 100 })
    const { collateralId, unit } = stage
    const { subject } = market
    const { nowMs, blockMs } = stage.host
    const orders = [{ side: 'buy', outcome: 'yes', price: 100, quantity: unit, expiresAtMs: null } as const]
    type By = { readonly marketId: string; readonly deadlineMs: number }
    for (const [callBy, otherwise] of [
      [(by: By) => cancelOrders({ ...by, orderIds: [3] }), 'accepted'],
      [
        (by: By) => quoteOrders({ ...by, collateralId, subject, cancel: [], orders, approved: unit }),
        'accepted',
      ],
      [(by: By) => splitPairs({ ...by, collateralId, subject, quantity: unit }), 'accepted'],
      [(by: By) => mergePairs({ ...by, quantity: unit }), 'accepted'],
      [(by: By) => settlePosition({ ...by, trader: a.address }), 'Market.NotResolved'],
    ] as const) {
      const refusedAt = (deadlineMs: number) =>
        refusalOf(stage.send(a, callBy({ marketId: market.id, deadlineMs })))
      expect(await refusedAt(nowMs() + blockMs)).toBe('Market.Expired')
      expect(await refusedAt(nowMs() + blockMs + 1)).toBe(otherwise)
    }
  })
})

describe('subject', () => {
  test('error: an order for one question is never taken by another that got its number', async () => {
    const first = await open()
    const second = await open('cd'.repeat(32))
    const { collateralId, unit } = stage
    const subject = first.market.subject
    expect(subject).not.toBe(second.market.subject)
    const meant = { marketId: second.market.id, collateralId, subject, deadlineMs: FAR_MS }
    const orders = [{ side: 'buy', outcome: 'yes', price: 100, quantity: unit, expiresAtMs: null } as const]
    expect(await second.refusedPlace(a, { subject })).toBe('Market.OtherSubject')
    expect(
      await refusalOf(stage.send(a, quoteOrders({ ...meant, cancel: [], orders, approved: unit }))),
    ).toBe('Market.OtherSubject')
    expect(await refusalOf(stage.send(a, splitPairs({ ...meant, quantity: unit })))).toBe(
      'Market.OtherSubject',
    )
  })

  test('behavior: the same texts with another end are another question', async () => {
    const first = await open()
    const later = await stage.openMarket({ lastsMs: 3_600_001 })
    expect(await tradeOn(stage, later).refusedPlace(a, { subject: first.market.subject })).toBe(
      'Market.OtherSubject',
    )
  })
})

describe('who may call', () => {
  test('error: stakes are counted for the parlays alone', async () => {
    const { market } = await open()
    const call = stage.act('countStakes', { market: market.id, amount: 1n, isTaken: true })
    expect(await refusalOf(stage.send(a, call))).toBe('Market.NotTheParlays')
  })

  test('error: a contract neither quotes nor splits', async () => {
    const { market } = await open()
    const { collateralId: token, unit: amount } = stage
    const bring = { attoAlph: 4n * 10n ** 17n, tokens: [{ id: token, amount }] }
    const args = { market: market.id, token, amount, said: market.subject }
    const quotes = `000064${amount.toString(16).padStart(32, '0')}${'00'.repeat(8)}`
    expect(await refusalOf(stage.send(a, stage.act('quote', { ...args, quotes }, bring)))).toBe(
      'Market.NotAWallet',
    )
    expect(await refusalOf(stage.send(a, stage.act('split', args, bring)))).toBe('Market.NotAWallet')
  })

  test('error: nobody clears an order that lives', async () => {
    const { market, place } = await open()
    await place(a, { price: 100 })
    const clear = clearOrders({ marketId: market.id, orderIds: [1] })
    expect(await refusalOf(stage.send(b, clear))).toBe('Market.NotExpired')
  })
})
