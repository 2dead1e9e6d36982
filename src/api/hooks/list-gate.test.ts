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
  test('behavior: in quiet the room grows back', () => {
    const { gate, pass } = createTimed()
    fill(gate)
    for (let window = 0; window < 20; window++) {
      pass(100)
      expect(gate.enter()).toBe(false)
    }
    for (let i = 0; i < 96; i++) gate.leave(true)
    for (let window = 0; window < 40; window++) {
      pass(100)
      expect(gate.isFull()).toBe(false)
    }
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
