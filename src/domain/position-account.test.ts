import { expect, test } from 'vitest'
import { noAccount, realisedOf, withBought, withFee, withSold } from './position-account.ts'

test('default: what was bought costs until it is sold, at the average', () => {
  const bought = withBought(withBought(noAccount, 40n), 60n)
  expect(bought).toEqual({ spent: 100n, received: 0n, fees: 0n, cost: 100n })
  const sold = withSold(bought, { held: 30n, quantity: 10n, amount: 50n })
  // A third of the cost, rounded down, went along.
  expect(sold).toEqual({ spent: 100n, received: 50n, fees: 0n, cost: 67n })
  expect([realisedOf(noAccount), realisedOf(bought), realisedOf(sold)]).toEqual([0n, 0n, 17n])
})

test('behavior: fees are certain at once, and no part of the cost', () => {
  const account = withFee(withFee(withBought(noAccount, 40n), 3n), 4n)
  expect(account).toEqual({ spent: 40n, received: 0n, fees: 7n, cost: 40n })
  expect(realisedOf(account)).toBe(-7n)
})

test('behavior: what is got for shares that were not there costs nothing', () => {
  const sold = withSold(withBought(noAccount, 40n), { held: 0n, quantity: 5n, amount: 9n })
  expect(sold).toEqual({ spent: 40n, received: 9n, fees: 0n, cost: 40n })
  expect(realisedOf(sold)).toBe(9n)
  expect(withSold(sold, { held: 1n, quantity: 1n, amount: 0n }).cost).toBe(0n)
})
