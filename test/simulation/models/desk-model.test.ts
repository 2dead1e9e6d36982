import { describe, expect, test } from 'vitest'
import { priceOfNative } from '../../../src/domain/index.ts'
import { createDeskModel, type DeskAnswer } from './desk-model.ts'

const TEN = 10n ** 19n
const eventsOf = (answer: DeskAnswer) => {
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.events
}
const refusalOf = (answer: DeskAnswer) => (answer.ok ? 'accepted' : answer.refusal)
/** A desk over a collateral of which one unit is 1,000. */
const desk = () => {
  const model = createDeskModel({ unit: 1_000n })
  const add = (provider: string, amount: bigint, collateral: bigint, changes: object = {}) =>
    model.add(provider, {
      ...{ amount, minCollateral: 0n, maxCollateral: collateral, minShares: 0n, ...changes },
    })
  const remove = (provider: string, shares: bigint, changes: object = {}) =>
    model.remove(provider, { shares, minNative: 0n, minCollateral: 0n, ...changes })
  return { model, add, remove }
}
/** Ten native coins and 2,000 of collateral, all of p. */
const stocked = () => {
  const all = desk()
  eventsOf(all.add('p', TEN, 2_000n))
  return all
}

describe('priceOfNative', () => {
  test('default: what keeps the product of both, and a hundredth, rounded up', () => {
    // 10,000 × 100 / 900 is 1,111.1 and 100 / 99 of it 1,122.3.
    expect(priceOfNative(100n, { native: 1_000n, collateral: 10_000n })).toBe(1_123n)
    expect(priceOfNative(1n, { native: 100n, collateral: 9_801n })).toBe(100n)
  })
  test('behavior: the desk does not sell its last', () => {
    expect(priceOfNative(999n, { native: 1_000n, collateral: 99n })).toBe(99_900n)
    expect(priceOfNative(1_000n, { native: 1_000n, collateral: 99n })).toBeNull()
    expect(priceOfNative(0n, { native: 0n, collateral: 0n })).toBeNull()
  })
})

describe('liquidity', () => {
  test('default: the first sets the price; a thousandth of its shares belongs to nobody', () => {
    const { model, add } = desk()
    expect(eventsOf(add('p', TEN, 2_000n))).toEqual([
      {
        ...{ type: 'LiquidityAdded', provider: 'p', nativeAmount: TEN },
        ...{ collateralAmount: 2_000n, shares: (999n * TEN) / 1_000n },
      },
    ])
    expect([model.totalShares(), model.sharesOf('p')]).toEqual([TEN, (999n * TEN) / 1_000n])
    expect(model.reserves()).toEqual({ native: TEN, collateral: 2_000n })
    expect([model.gained('p'), model.gained('q'), model.sharesOf('q')]).toEqual([-2_000n, 0n, 0n])
  })
  test('error: the first brings ten native coins and one unit at least', () => {
    const { add } = desk()
    expect(refusalOf(add('p', TEN - 1n, 1_000n))).toBe('FirstTooSmall')
    expect(refusalOf(add('p', TEN, 999n))).toBe('FirstTooSmall')
    expect(refusalOf(add('p', TEN, 1_000n))).toBe('accepted')
  })
  test('behavior: later ones bring collateral at the ratio, rounded up, for shares, rounded down', () => {
    const { model, add } = stocked()
    // A fifth of a thousandth of the reserves is 0.4 of collateral.
    expect(eventsOf(add('q', TEN / 5_000n, 1n))).toMatchObject([
      { collateralAmount: 1n, shares: TEN / 5_000n },
    ])
    // A share is worth a little more since.
    expect(eventsOf(add('q', TEN, 2_001n))).toMatchObject([{ collateralAmount: 2_001n, shares: TEN }])
    expect(model.sharesOf('q')).toBe(TEN + TEN / 5_000n)
    expect(model.totalShares()).toBe(2n * TEN + TEN / 5_000n)
    expect(model.gained('q')).toBe(-2_002n)
  })
  test('error: nothing, more than may be taken, less than must be given', () => {
    const { add } = stocked()
    expect(refusalOf(add('q', 0n, 10n))).toBe('AmountZero')
    expect(refusalOf(add('q', TEN, 1_999n))).toBe('TooDear')
    expect(refusalOf(add('q', TEN, 2_000n, { minCollateral: 2_001n }))).toBe('TooLittle')
    expect(refusalOf(add('q', TEN, 2_000n, { minShares: TEN + 1n }))).toBe('TooLittle')
    expect(refusalOf(add('q', TEN, 2_000n, { minCollateral: 2_000n, minShares: TEN }))).toBe('accepted')
  })
  test('behavior: shares take their part of both along, rounded down', () => {
    const { model, remove } = stocked()
    const third = TEN / 3n
    expect(eventsOf(remove('p', third))).toEqual([
      {
        ...{ type: 'LiquidityRemoved', provider: 'p', nativeAmount: third },
        ...{ collateralAmount: 666n, shares: third },
      },
    ])
    expect(model.reserves()).toEqual({ native: TEN - third, collateral: 1_334n })
    expect([model.totalShares(), model.sharesOf('p')]).toEqual([TEN - third, (999n * TEN) / 1_000n - third])
    expect(model.gained('p')).toBe(-1_334n)
  })
  test('error: no shares, more than one has, less than what must come back', () => {
    const { model, remove } = stocked()
    const all = model.sharesOf('p')
    expect(refusalOf(remove('p', 0n))).toBe('AmountZero')
    expect(refusalOf(remove('q', 1n))).toBe('NoShares')
    expect(refusalOf(remove('p', all + 1n))).toBe('NotEnoughShares')
    expect(refusalOf(remove('p', all, { minNative: all + 1n }))).toBe('TooLittle')
    expect(refusalOf(remove('p', all, { minCollateral: 1_999n }))).toBe('TooLittle')
    expect(refusalOf(remove('p', all, { minNative: all, minCollateral: 1_998n }))).toBe('accepted')
    expect(refusalOf(remove('p', 1n))).toBe('NoShares')
  })
})

describe('trades', () => {
  test('default: buying asks the price of native coins, and no more than is offered', () => {
    const { model } = stocked()
    const amount = TEN / 10n
    // A ninth of 2,000, and a ninety-ninth of that.
    expect(refusalOf(model.buy('t', { amount, maxIn: 224n }))).toBe('TooDear')
    expect(eventsOf(model.buy('t', { amount, maxIn: 225n }))).toEqual([
      { type: 'NativeBought', trader: 't', nativeAmount: amount, collateralAmount: 225n },
    ])
    expect(model.reserves()).toEqual({ native: TEN - amount, collateral: 2_225n })
    expect(model.gained('t')).toBe(-225n)
    expect(refusalOf(model.buy('t', { amount: 0n, maxIn: 1n }))).toBe('AmountZero')
    expect(refusalOf(model.buy('t', { amount: TEN, maxIn: 10n ** 9n }))).toBe('NoLiquidity')
  })
  test('default: of what is sold 99 hundredths count, rounded down', () => {
    const { model } = stocked()
    // 2,000 × 0.99 / 1.99 × … of ten coins against ten: 994.97.
    expect(refusalOf(model.sell('t', { amount: TEN, minOut: 995n }))).toBe('TooLittle')
    expect(eventsOf(model.sell('t', { amount: TEN, minOut: 994n }))).toEqual([
      { type: 'NativeSold', trader: 't', nativeAmount: TEN, collateralAmount: 994n },
    ])
    expect(model.reserves()).toEqual({ native: 2n * TEN, collateral: 1_006n })
    expect(model.gained('t')).toBe(994n)
    expect(refusalOf(model.sell('t', { amount: 1n, minOut: 0n }))).toBe('AmountZero')
    expect(refusalOf(desk().model.sell('t', { amount: 1n, minOut: 0n }))).toBe('NoLiquidity')
    // One unit of collateral is a small part of the reserves, and is paid.
    expect(eventsOf(model.sell('t', { amount: TEN / 400n, minOut: 1n }))).toMatchObject([
      { collateralAmount: 1n },
    ])
  })
  test('behavior: what happened since a mark is taken back', () => {
    const { model, add } = stocked()
    const undo = model.mark()
    eventsOf(add('q', TEN, 2_000n))
    eventsOf(model.sell('p', { amount: TEN, minOut: 0n }))
    undo()
    expect(model.reserves()).toEqual({ native: TEN, collateral: 2_000n })
    expect([model.totalShares(), model.sharesOf('q'), model.gained('p')]).toEqual([TEN, 0n, -2_000n])
  })
})
