import { describe, expect, test } from 'vitest'
import { Fault } from '../kit/index.ts'
import { createExpectedWait, type ExpectedWait } from './expected-wait.ts'

/** So many statements that find a place at once. */
function serve(line: ExpectedWait, count: number, heldMs: number): void {
  for (let i = 0; i < count; i++) line.note({ atMs: i * heldMs, heldMs, waiting: 0 })
}

/** Eight places where every statement takes 80 ms: a hundred a second. */
function busyLine(): ExpectedWait {
  const line = createExpectedWait({ places: 8, waitMs: 250 })
  serve(line, 200, 80)
  return line
}

describe('createExpectedWait', () => {
  test('F35 behavior: lets in whoever will be served in time, refuses the next one at once', () => {
    const line = busyLine()
    expect(() => line.assertInTime(24)).not.toThrow()
    expect(() => line.assertInTime(25)).toThrow(Fault)
    expect(() => line.assertInTime(500)).toThrow('too many statements wait')
    expect([line.isTooLong(24), line.isTooLong(25)]).toEqual([false, true])
  })
  test('F35 behavior: while somebody waits, departures tell the speed and not the places', () => {
    const line = createExpectedWait({ places: 8, waitMs: 250 })
    // Held for 8 ms each, but the event loop comes round only every 50 ms and finds five of them done.
    for (let turn = 0; turn < 100; turn++)
      for (let i = 0; i < 5; i++) line.note({ atMs: turn * 50, heldMs: 8, waiting: 10 })
    expect(line.isTooLong(20)).toBe(false)
    expect(line.isTooLong(40)).toBe(true)
  })
  test('behavior: a pause with nobody waiting is not taken for slowness', () => {
    const line = createExpectedWait({ places: 8, waitMs: 250 })
    for (let hour = 0; hour < 20; hour++) line.note({ atMs: hour * 3_600_000, heldMs: 8, waiting: 0 })
    expect(line.isTooLong(200)).toBe(false)
  })
  test('behavior: quick statements may queue longer', () => {
    const line = busyLine()
    serve(line, 200, 1)
    expect(() => line.assertInTime(1_900)).not.toThrow()
  })
  test('behavior: before anything is known, and with nobody waiting, everybody is let in', () => {
    expect(() => createExpectedWait({ places: 8, waitMs: 250 }).assertInTime(1_000)).not.toThrow()
    const line = busyLine()
    serve(line, 200, 60_000)
    expect(() => line.assertInTime(0)).not.toThrow()
    expect(() => line.assertInTime(1)).toThrow(Fault)
  })
  test('behavior: one slow statement is no overload', () => {
    const line = createExpectedWait({ places: 8, waitMs: 250 })
    serve(line, 200, 2)
    line.note({ atMs: 1_000_000, heldMs: 1_000, waiting: 0 })
    expect(() => line.assertInTime(8)).not.toThrow()
  })
})
