import { describe, expect, test } from 'vitest'
import type { Activity } from './activity.ts'
import { gainsOf } from './gains.ts'

let minutes = 0
const did = (type: Activity['type'], rest: Partial<Activity>): Activity =>
  ({
    type,
    at: new Date(60_000 * minutes++).toISOString(),
    marketId: 1,
    side: null,
    outcome: null,
    quantity: null,
    collateral: null,
    fee: null,
    ...rest,
  }) as Activity
const filled = (side: 'buy' | 'sell', quantity: string, collateral: string, fee = '0') =>
  did('order-filled', { side, outcome: 'yes', quantity, collateral, fee })
const gains = (...activity: Activity[]) => {
  const points = gainsOf(activity.toReversed(), 0n)
  const lift = points.at(-1)?.realised ?? 0n
  expect(lift).toBe(0n)
  const first = points[0]?.realised ?? 0n
  return points.map(({ realised }) => Number(realised - first))
}

describe('gains over time', () => {
  test('default: a sale takes its part of what the shares cost, fees are lost at once', () => {
    // 10 for 40 with a fee of 1, then 5 of them for 30: 30 − 20 − 2.
    const points = gainsOf([filled('sell', '5', '30', '2'), filled('buy', '10', '-40', '1')], 7n)
    expect(points.map(({ realised }) => realised)).toEqual([-1n, 7n])
  })
  test('behavior: orders, and purchases without a fee, change nothing', () => {
    expect(
      gainsOf([filled('buy', '10', '-40'), did('order-placed', { side: 'buy', outcome: 'yes' })], 0n),
    ).toEqual([])
  })
  test('behavior: a settlement realises each outcome, also while an order still holds shares of the other', () => {
    // 11 of each for 11, yes costs the odd one; 4 yes sold for 3 (cost 2); the other 7 pay 7: 7 − 4; then no pays nothing.
    expect(
      gains(
        did('split', { quantity: '11', collateral: '-11' }),
        filled('sell', '4', '3'),
        did('settled', { outcome: 'yes', quantity: '7', collateral: '7' }),
        did('order-released', {
          side: 'sell',
          outcome: 'no',
          quantity: '11',
          collateral: '0',
          note: 'resolved',
        }),
      ),
    ).toEqual([0, 3, -2])
  })
  test('behavior: merged pairs bring what they cost, shares of a released order what they paid, of an expired one nothing', () => {
    expect(
      gains(
        filled('buy', '10', '-4', '1'),
        did('order-released', { side: 'sell', outcome: 'yes', quantity: '3', note: 'expired' }),
        did('order-released', {
          side: 'sell',
          outcome: 'yes',
          quantity: '10',
          collateral: '10',
          note: 'resolved',
        }),
        did('split', { quantity: '6', collateral: '-6' }),
        did('merged', { quantity: '6', collateral: '6' }),
      ),
    ).toEqual([0, 6])
  })
  test('behavior: another market’s shares are its own', () => {
    expect(
      gainsOf([{ ...filled('sell', '5', '30'), marketId: 2 }, filled('buy', '10', '-40', '1')], 29n).map(
        ({ realised }) => realised,
      ),
    ).toEqual([-1n, 29n])
  })
})
