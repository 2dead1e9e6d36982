import { describe, expect, test } from 'vitest'
import { ONE } from './amount.ts'
import { collateralForBuy, lockOf, proceedsOf, splitFee, takerFee } from './fee.ts'

describe('collateralForBuy', () => {
  test('default: one share at 500 brings 0.5125', () =>
    expect(collateralForBuy(500, ONE)).toBe(512_500_000_000_000_000n))
  test('behavior: rounds notional and fee up', () => expect(collateralForBuy(1, 1n)).toBe(2n))
})

describe('rounding', () => {
  test('default: a lock rounds up, proceeds round down', () => {
    expect(lockOf(333, 10n)).toBe(4n)
    expect(proceedsOf(333, 10n)).toBe(3n)
  })
  test('behavior: the fee is 2.5 %, rounded up', () => {
    expect(takerFee(0n)).toBe(0n)
    expect(takerFee(1n)).toBe(1n)
    expect(takerFee(40n)).toBe(1n)
    expect(takerFee(41n)).toBe(2n)
  })
})

describe('splitFee', () => {
  test('default: a tenth for the referrer, the share for the creator, the rest for the treasury', () =>
    expect(splitFee(1009n, { hasReferer: true, creatorShare: 30 })).toEqual({
      refererFee: 100n,
      creatorFee: 302n,
      treasuryFee: 607n,
    }))
  test('behavior: without a referrer its part is the treasury’s', () =>
    expect(splitFee(1009n, { hasReferer: false, creatorShare: 0 })).toEqual({
      refererFee: 0n,
      creatorFee: 0n,
      treasuryFee: 1009n,
    }))
})
