import { expect, test } from 'vitest'
import { walkGas } from './walk-gas.ts'

const before = (deadlineMs: number): number =>
  walkGas({ venue: { periods: { closingMs: 1000 } }, deadlineMs } as Parameters<typeof walkGas>[0], 5000)

test('default: a call that can only come before the closing window walks nowhere', () => {
  expect(before(4000)).toBe(0)
})

test('behavior: a call that may come within the window or after it brings gas for dead orders in front', () => {
  expect(before(4001)).toBe(25_000)
  expect(before(6000)).toBe(25_000)
})
