import { describe, expect, test } from 'vitest'
import { linear, roundTicks, stepArea, stepPath, timeTicks } from './chart.ts'

const hour = 3_600_000

describe('drawing', () => {
  test('default: a scale and its inverse', () => {
    const scale = linear([100, 300], [0, 50])
    expect([scale(100), scale(200), scale(300), scale.invert(25)]).toEqual([0, 25, 50, 200])
  })
  test('behavior: a scale of one value does not divide by nothing', () => {
    expect(linear([5, 5], [0, 10])(5)).toBe(0)
  })
  test.each([
    [0, 100, 5, [0, 20, 40, 60, 80, 100]],
    [97, 303, 4, [100, 200, 300]],
    [0, 1, 2, [0, 0.5, 1]],
    [7, 7, 4, [7]],
  ])('behavior: round values from %s to %s', (from, to, about, ticks) => {
    expect(roundTicks(from, to, about)).toEqual(ticks)
  })
  test('behavior: times are round on the reader’s clock', () => {
    const from = Date.parse('2026-01-01T10:10:00Z')
    const half = hour / 2
    expect(timeTicks(from, from + 3 * hour, 3, 0)).toEqual(
      ['11', '12', '13'].map((at) => Date.parse(`2026-01-01T${at}:00:00Z`)),
    )
    expect(timeTicks(from, from + 70_000, 4, 0)).toEqual([0, 30, 60].map((s) => from + s * 1_000))
    expect(timeTicks(from, from + hour, 1, half)).toEqual([Date.parse('2026-01-01T10:30:00Z')])
  })
  test('behavior: a price holds until the next', () => {
    expect(
      stepPath([
        [0, 5],
        [10, 5],
        [20, 8],
      ]),
    ).toBe('M0.0,5.0L10.0,5.0L20.0,5.0L20.0,8.0')
    expect(stepArea([[0, 5]], 9)).toBe('M0.0,5.0L0.0,9.0L0.0,9.0Z')
  })
  test('error: nothing to draw is no path', () => {
    expect([stepPath([]), stepArea([], 1)]).toEqual(['', ''])
  })
})
