import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createListGate, type ListGate } from './list-gate.ts'

function createTimed(): { gate: ListGate; pass(ms: number): void } {
  let nowMs = 0
  const gate = createListGate(() => nowMs)
  return {
    gate,
    pass(ms) {
      nowMs += ms
    },
  }
}

function fill(gate: ListGate): number {
  for (let inside = 0; ; inside++) if (!gate.enter()) return inside
}

/** A service that answers `perWindow` lists in each 100 ms, and is asked for more than that, for ten seconds. */
function flood(perWindow: number): number {
  const { gate, pass } = createTimed()
  let inside = fill(gate)
  for (let window = 0; window < 100; window++) {
    const served = Math.min(perWindow, inside)
    for (let i = 0; i < served; i++) gate.leave(true)
    inside -= served
    pass(100)
    inside += fill(gate)
  }
  return inside
}

describe('list gate', () => {
  test('default: a burst of 96 finds room, one more does not', () => {
    const { gate } = createTimed()
    expect(gate.isFull()).toBe(false)
    expect(fill(gate)).toBe(96)
    expect(gate.isFull()).toBe(true)
  })
  test.each([
    [5, 32],
    [20, 40],
    [40, 80],
    [500, 96],
  ])('behavior: with %i served in 100 ms there is room for %i', (perWindow, room) => {
    expect(flood(perWindow)).toBe(room)
  })
  test('behavior: who gave up does not count as served', () => {
    const { gate, pass } = createTimed()
    for (let window = 0; window < 100; window++) {
      const inside = fill(gate)
      for (let i = 0; i < inside; i++) gate.leave(false)
      pass(100)
    }
    expect(fill(gate)).toBe(32)
  })
  /** Full and refusing for two seconds, so that room is at its least. */
  function createTired() {
    const timed = createTimed()
    fill(timed.gate)
    for (let window = 0; window < 20; window++) {
      timed.pass(100)
      expect(timed.gate.enter()).toBe(false)
    }
    for (let i = 0; i < 96 - 32; i++) timed.gate.leave(false)
    return timed
  }
  test('behavior: while nobody is refused the room grows back, a tenth in each 100 ms', () => {
    const { gate, pass } = createTired()
    // The window in which the last one was refused still counts.
    const rooms = [36, 39, 43, 47, 52, 57, 63, 69, 76, 83, 92, 96, 96]
    pass(100)
    gate.isFull()
    for (const room of rooms) {
      pass(100)
      let inside = 32
      while (!gate.isFull() && gate.enter()) inside += 1
      expect(inside).toBe(room)
      for (; inside > 32; inside--) gate.leave(true)
    }
  })
  test('behavior: after a quiet second a burst finds all the room', () => {
    const { gate, pass } = createTired()
    for (let i = 0; i < 32; i++) gate.leave(true)
    pass(1_001)
    expect(fill(gate)).toBe(96)
  })
  test('behavior: whatever happens, at least 32 find room and never more than 96', () => {
    const step = fc.oneof(
      fc.record({ pass: fc.integer({ min: 0, max: 1_000 }) }),
      fc.record({ leave: fc.boolean() }),
      fc.constant('enter' as const),
      fc.constant('refuse' as const),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 500 }), (steps) => {
        const { gate, pass } = createTimed()
        let inside = 0
        for (const each of steps) {
          if (each === 'refuse') gate.noteRefused()
          else if (each === 'enter') {
            const isIn = gate.enter()
            if (inside < 32) expect(isIn).toBe(true)
            if (inside >= 96) expect(isIn).toBe(false)
            if (isIn) inside += 1
          } else if ('pass' in each) pass(each.pass)
          else if (inside > 0) {
            gate.leave(each.leave)
            inside -= 1
          }
        }
      }),
    )
  })
})
