import { describe, expect, test } from 'vitest'
import { ONE } from './amount.ts'
import { bondAt, bondOf, canDecide, quorumOf } from './oracle-rules.ts'

describe('bondOf', () => {
  const limits = { bond: 100n * ONE, bondMax: 10_000n * ONE }
  test('default: 2 % of the exposure, rounded up', () => {
    expect(bondOf(6_000n * ONE, limits)).toBe(120n * ONE)
    expect(bondOf(6_000n * ONE + 1n, limits)).toBe(120n * ONE + 1n)
    expect(bondOf(6_000n * ONE + 50n, limits)).toBe(120n * ONE + 1n)
    expect(bondOf(6_000n * ONE + 51n, limits)).toBe(120n * ONE + 2n)
  })
  test('behavior: never below the least, never above the highest', () => {
    expect(bondOf(0n, limits)).toBe(100n * ONE)
    expect(bondOf(5_000n * ONE, limits)).toBe(100n * ONE)
    expect(bondOf(500_000n * ONE, limits)).toBe(10_000n * ONE)
    expect(bondOf(1n << 128n, limits)).toBe(10_000n * ONE)
  })
})

test('default: submitter and disputer put up one bond, the appeals two and four', () =>
  expect([0, 1, 2, 3].map((place) => bondAt(7n, place))).toEqual([7n, 7n, 14n, 28n]))

test('default: a quorum is a quarter of all weight, rounded up, and at least its least', () =>
  expect([0, 240, 241, 244, 245].map((whole) => quorumOf(whole, 60))).toEqual([60, 60, 61, 61, 62]))

test('behavior: two wallets of the highest tier reach the quorum and decide nothing', () => {
  const quorum = { quorumWeight: 60, quorumWallets: 3 }
  expect([0, 59, 60, 61, 1_000].map((weight) => canDecide(weight, quorum))).toEqual([
    ...[false, false, false, true, true],
  ])
  expect(canDecide(1, { quorumWeight: 1, quorumWallets: 1 })).toBe(true)
})
