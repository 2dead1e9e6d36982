import { describe, expect, test } from 'vitest'
import { ONE, type Outcome } from '../domain/index.ts'
import { createSeededRandom } from '../kit/index.ts'
import type { OrderRow, PositionRow } from '../store/index.ts'
import type { MarketView } from './choose-quote.ts'
import { chooseTake } from './choose-take.ts'
import { demoWallet, type RoleName } from './demo-cast.ts'

const nowMs = Date.UTC(2030, 0, 1, 12)
const order = (outcome: Outcome, price: number, more: Partial<OrderRow> = {}) =>
  ({
    orderId: 1,
    trader: demoWallet('emil').address,
    side: 'buy',
    outcome,
    price,
    quantity: 60n * ONE,
    filled: 0n,
    expiresAtMs: nowMs + 1,
    ...more,
  }) as OrderRow
const of = (name: RoleName) => ({ trader: demoWallet(name).address })
/** What comes of forty seeds. */
const takes = (view: Partial<MarketView>) => {
  const found = Array.from({ length: 40 }, (_, seed) => {
    const take = chooseTake(createSeededRandom(String(seed)), {
      marketNumber: 1,
      fair: 500,
      nowMs,
      held: [],
      positions: [],
      ...view,
    })
    return take && `${take.side} ${take.outcome} ${take.price} ${take.quantity / ONE}`
  })
  return [...new Set(found)].sort()
}

describe('chooseTake', () => {
  test('default: a half, a third or a quarter of the first order at the best price of a side', () => {
    expect(takes({ held: [order('yes', 490), order('yes', 480), order('no', 490)] })).toEqual([
      'buy no 510 15',
      'buy no 510 20',
      'buy no 510 30',
      'buy yes 510 15',
      'buy yes 510 20',
      'buy yes 510 30',
    ])
    expect(takes({})).toEqual([null])
  })
  test('behavior: whole where the fair price has passed it, and before all else', () => {
    expect(takes({ fair: 509, held: [order('yes', 490), order('no', 490)] })).toHaveLength(6)
    expect(takes({ fair: 511, held: [order('yes', 490), order('no', 490)] })).toEqual(['buy yes 510 60'])
    expect(takes({ fair: 489, held: [order('yes', 490), order('no', 490)] })).toEqual(['buy no 510 60'])
  })
  test('behavior: ten shares or fewer are taken whole', () => {
    const left = (shares: bigint) => [order('no', 490, { filled: (60n - shares) * ONE })]
    expect(takes({ held: left(10n) })).toEqual(['buy yes 510 10'])
    expect(takes({ held: left(11n) })).toEqual(['buy yes 510 2', 'buy yes 510 3', 'buy yes 510 5'])
  })
  test('behavior: who has the other outcome’s shares free sells them', () => {
    const held = [order('yes', 490, { filled: 50n * ONE })]
    const holding = (shares: bigint, lockedShares: bigint) =>
      (['gina', 'hugo', 'iris'] as const).map(
        (name) =>
          ({
            userAddress: demoWallet(name).address,
            positionType: 'yes',
            shares: shares * ONE,
            lockedShares: lockedShares * ONE,
          }) as PositionRow,
      )
    expect(takes({ held, positions: holding(12n, 2n) })).toEqual(['sell yes 490 10'])
    expect(takes({ held, positions: holding(12n, 3n) })).toEqual(['buy no 510 10'])
  })
  test('behavior: a price at which a stranger waits is not taken, nor what has ended', () => {
    for (const more of [of('demo'), { expiresAtMs: nowMs }])
      expect(takes({ held: [order('yes', 490, more)] })).toEqual([null])
    expect(takes({ held: [order('yes', 490), order('yes', 490, of('demo'))] })).toEqual([null])
    expect(takes({ held: [order('yes', 490), order('yes', 491, of('demo'))] })).toEqual([null])
  })
  test('behavior: nobody trades with himself', () => {
    const held = [order('no', 490, of('gina')), order('no', 490, of('hugo'))]
    const names = Array.from({ length: 20 }, (_, seed) =>
      chooseTake(createSeededRandom(String(seed)), {
        marketNumber: 1,
        fair: 500,
        nowMs,
        held,
        positions: [],
      }),
    ).map((take) => take?.wallet.name)
    expect(new Set(names)).toEqual(new Set(['iris']))
  })
})
