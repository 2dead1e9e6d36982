import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPace } from './pace.ts'

describe('work that is wanted again and again', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  /** The moments at which it was done. */
  const begin = () => {
    const done: number[] = []
    const fromMs = performance.now()
    const pace = createPace(() => done.push(performance.now() - fromMs), { settleMs: 100, apartMs: 1_000 })
    return { done, pace }
  }
  test('default: what is wanted in one turn is done once, a little later', () => {
    const { done, pace } = begin()
    for (let i = 0; i < 50; i++) pace.want()
    vi.advanceTimersByTime(10_000)
    expect(done).toEqual([100])
  })
  test('behavior: who wants it all the time has it every second, not never', () => {
    const { done, pace } = begin()
    for (let ms = 0; ms < 3_500; ms += 50) {
      pace.want()
      vi.advanceTimersByTime(50)
    }
    expect(done).toEqual([100, 1_100, 2_100, 3_100])
  })
  test('behavior: after a quiet time it is soon again', () => {
    const { done, pace } = begin()
    pace.want()
    vi.advanceTimersByTime(5_000)
    pace.want()
    vi.advanceTimersByTime(5_000)
    expect(done).toEqual([100, 5_100])
  })
  test('behavior: what is stopped is not done', () => {
    const { done, pace } = begin()
    pace.want()
    pace.stop()
    vi.advanceTimersByTime(5_000)
    expect(done).toEqual([])
  })
})
