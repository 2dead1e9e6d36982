import { describe, expect, test } from 'vitest'
import { skewAfter } from './clock-skew.ts'

const date = 'Thu, 01 Jan 2026 12:00:00 GMT'
const noon = Date.parse(date)

describe('how far the service’s clock is ahead', () => {
  test.each([
    ['it agrees', 0, 0, 300, 0],
    ['it agrees, late in its second', 0, 990, 999, 0],
    ['this machine is an hour behind', 0, -3_600_000, -3_599_800, 3_599_800],
    ['this machine is an hour ahead', 0, 3_600_100, 3_600_200, -3_599_100],
    ['it was known already', -3_599_500, 3_600_100, 3_600_200, -3_599_500],
    ['the clock was set right meanwhile', -3_600_000, 100, 200, -200],
    ['the answer took a minute', 0, -30_000, 30_000, 0],
  ])('behavior: %s', (_, before, askedMs, answeredMs, after) => {
    const glance = { date, askedMs: noon + askedMs, answeredMs: noon + answeredMs }
    expect(skewAfter(before, glance)).toBe(after)
  })
  test.each([null, '', 'soon'])('error: an answer of %j says nothing', (words) => {
    expect(skewAfter(7, { date: words, askedMs: 0, answeredMs: 1 })).toBe(7)
  })
})
