import { describe, expect, test } from 'vitest'
import { createManualClock } from '../../kit/index.ts'
import { createLineBudget } from './line-budget.ts'

describe('createLineBudget', () => {
  test('default: so many in a second, and again in the next', () => {
    const clock = createManualClock(1_500)
    const mayWrite = createLineBudget(2, () => clock.nowMs())
    expect([mayWrite(), mayWrite(), mayWrite()]).toEqual([true, true, false])
    clock.advance(499)
    expect(mayWrite()).toBe(false)
    clock.advance(1)
    expect([mayWrite(), mayWrite(), mayWrite()]).toEqual([true, true, false])
  })
})
