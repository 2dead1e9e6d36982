import { describe, expect, test } from 'vitest'
import type { Timers } from '../kit/index.ts'
import { createAnswerLimit } from './answer-limit.ts'

function handTimers() {
  const works = new Set<() => void>()
  const timers: Timers = {
    after: () => () => undefined,
    every(_ms, work) {
      works.add(work)
      return () => works.delete(work)
    },
  }
  return {
    timers,
    /** So many tenths of the limit pass. */
    pass(tenths: number) {
      for (let n = 0; n < tenths; n++) for (const work of works) work()
    },
    running: () => works.size,
  }
}

describe('answer limit', () => {
  test('default: an answer that does not come is given up once, not before the limit', () => {
    const time = handTimers()
    const watch = createAnswerLimit(1_000, time.timers).watch()
    const errors: Error[] = []
    watch.begin((error) => errors.push(error))
    time.pass(10)
    expect(errors).toEqual([])
    time.pass(30)
    expect(errors.map(({ message }) => message)).toEqual(['Query read timeout'])
  })
  test('behavior: each answer has the whole limit', () => {
    const time = handTimers()
    const watch = createAnswerLimit(1_000, time.timers).watch()
    const errors: Error[] = []
    for (let n = 0; n < 5; n++) {
      watch.begin((error) => errors.push(error))
      time.pass(10)
      watch.end()
      time.pass(10)
    }
    expect(errors).toEqual([])
  })
  test('behavior: a session that is gone owes nothing, and one timer serves all until it is stopped', () => {
    const time = handTimers()
    const limit = createAnswerLimit(1_000, time.timers)
    const errors: Error[] = []
    const [gone, other] = [limit.watch(), limit.watch()]
    gone.begin((error) => errors.push(error))
    gone.close()
    time.pass(20)
    expect(errors).toEqual([])
    other.begin((error) => errors.push(error))
    expect(time.running()).toBe(1)
    limit.stop()
    expect(time.running()).toBe(0)
    // Nobody would ever tell them.
    expect(errors.map(({ message }) => message)).toEqual(['Query read timeout'])
  })
})
