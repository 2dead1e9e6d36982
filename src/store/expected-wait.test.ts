import { describe, expect, test } from 'vitest'
import { Fault } from '../kit/index.ts'
import { createExpectedWait } from './expected-wait.ts'

/** A line of eight places where every statement takes 80 ms: a hundred a second. */
function busyLine() {
  const line = createExpectedWait({ places: 8, waitMs: 250 })
  for (let i = 0; i < 200; i++) line.note(80)
  return line
}

describe('createExpectedWait', () => {
  test('F35 behavior: lets in whoever will be served in time, refuses the next one at once', () => {
    const line = busyLine()
    expect(() => line.assertInTime(24)).not.toThrow()
    expect(() => line.assertInTime(25)).toThrow(Fault)
    expect(() => line.assertInTime(500)).toThrow('too many statements wait')
  })
  test('behavior: quick statements may queue longer', () => {
    const line = busyLine()
    for (let i = 0; i < 200; i++) line.note(1)
    expect(() => line.assertInTime(1_900)).not.toThrow()
  })
  test('behavior: before anything is known, and with nobody waiting, everybody is let in', () => {
    expect(() => createExpectedWait({ places: 8, waitMs: 250 }).assertInTime(1_000)).not.toThrow()
    const line = busyLine()
    for (let i = 0; i < 200; i++) line.note(60_000)
    expect(() => line.assertInTime(0)).not.toThrow()
    expect(() => line.assertInTime(1)).toThrow(Fault)
  })
  test('behavior: one slow statement is no overload', () => {
    const line = createExpectedWait({ places: 8, waitMs: 250 })
    for (let i = 0; i < 200; i++) line.note(2)
    line.note(1_000)
    expect(() => line.assertInTime(8)).not.toThrow()
  })
})
