import { describe, expect, test } from 'vitest'
import type { Random } from '../kit/index.ts'
import { pauseBefore } from './pause-before.ts'
import { NetworkError, SibylError } from './sibyl-error.ts'

/** One below a common multiple of all bounds: below each of them it is the greatest number. */
const greatest: Random = { bytes: () => Uint8Array.of(0, 0, 0x1f, 0x3f) }

const refusal = (retryAfterMs: number | null) =>
  new SibylError({
    ...{ code: 'RATE_LIMITED', status: 429, message: 'no', details: {} },
    ...{ requestId: null, retryAfterMs },
  })
const pause = (failure: Error, failures: number) =>
  pauseBefore(failure, { operation: 'getStatus', failures, random: greatest })

describe('pauseBefore', () => {
  test('default: the longest pause is a quarter of a second, doubles with each failure, and ends at eight', () => {
    const broken = new NetworkError('unreachable', 'no')
    const pauses = [1, 2, 3, 4, 5, 6, 7].map((failures) => pause(broken, failures))
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000])
    expect(pause(refusal(null), 1)).toBe(250)
  })
  test.each([
    [0, 249],
    [7_000, 7_249],
    [60_000, 60_249],
    [60_001, null],
  ])('behavior: told to wait %i ms it waits %s at most', (askedMs, expected) => {
    expect(pause(refusal(askedMs), 1)).toBe(expected)
  })
})
