import { describe, expect, test } from 'vitest'
import type { Timers } from '../../kit/index.ts'
import { createAnswerWatch } from './answer-watch.ts'

/** Timers that are fired by hand. */
function byHand(): Timers & { fire(): void; readonly running: boolean } {
  let work: (() => void) | null = null
  return {
    after: () => () => undefined,
    every(_ms, given) {
      work = given
      return () => {
        work = null
      }
    },
    fire: () => work?.(),
    get running() {
      return work !== null
    },
  }
}

const anHour = 3_600_000

describe('answer watch', () => {
  test('default: an answer in time is said once, and nobody is given up', () => {
    const timers = byHand()
    const given: string[] = []
    const answered = createAnswerWatch(timers).expect(anHour, () => given.push('up'))
    timers.fire()
    expect([answered(), answered(), given]).toEqual([true, false, []])
  })
  test('behavior: who waits too long is given up once, and its answer comes too late', () => {
    const timers = byHand()
    const given: string[] = []
    const watch = createAnswerWatch(timers)
    const late = watch.expect(0, () => given.push('late'))
    const patient = watch.expect(anHour, () => given.push('patient'))
    timers.fire()
    timers.fire()
    expect([given, late(), patient()]).toEqual([['late'], false, true])
  })
  test('behavior: at its end whoever still waits is given up, who comes later too, and nothing runs on', () => {
    const timers = byHand()
    const given: string[] = []
    const watch = createAnswerWatch(timers)
    watch.expect(anHour, () => given.push('first'))
    watch.expect(anHour, () => given.push('second'))
    watch.stop()
    expect([given, timers.running]).toEqual([['first', 'second'], false])
    const late = watch.expect(anHour, () => given.push('third'))
    expect([given.at(-1), late()]).toEqual(['third', false])
  })
})
