import { describe, expect, test } from 'vitest'
import { ONE } from '../../domain/index.ts'
import { amountsWith } from '../user/amounts.ts'
import { noPaint } from '../user/terminal.ts'
import type { Look } from './create-maker.ts'
import { lookLine } from './look-line.ts'

const atMs = Date.UTC(2030, 0, 1, 12, 34, 56)
const look: Look = {
  address: '',
  did: 'quoted',
  fair: 500,
  position: 0n,
  orders: [
    { side: 'buy', outcome: 'yes', price: 480, quantity: 10n * ONE },
    { side: 'buy', outcome: 'no', price: 480, quantity: 10n * ONE },
  ],
  atMs,
  renewAtMs: 0,
  txId: null,
}
const title = 'Will it rain in the town on the river before the end of the month?'
const line = (over: Partial<Look> = {}, { width = null as number | null, nowMs = atMs } = {}) =>
  lookLine({ ...look, ...over }, title, {
    amounts: amountsWith(18),
    terminal: { width, paint: noPaint, nowMs },
  })

describe('a line of a look', () => {
  test('default: what rests, and as much else as fits eighty columns', () => {
    expect(line()).toBe('12:34:56  bid 10.00 at 0.480  ask 10.00 at 0.520  holds 0.00  Will it rain in t…')
    expect(line({ did: 'took' })).toBe(line())
    expect(line({}, { width: 200 })).toBe(
      `12:34:56  bid 10.00 at 0.480  ask 10.00 at 0.520  fair 0.500  holds 0.00  ${title}`,
    )
    expect(line({ did: 'waits' })).toBe(
      '12:34:56  others quote too little on a side to have a middle  holds 0.00  Will…',
    )
  })
  test('behavior: on another day, with long amounts, it still fits', () => {
    const orders = look.orders.map((order) => ({ ...order, quantity: 123_456_789n * ONE + 1n }))
    for (const over of [{}, { orders }, { did: 'ended' }, { did: 'withdrew' }] as const)
      for (const width of [null, 80])
        expect(line({ ...over, position: -5n * ONE - 7n }, { width, nowMs: 0 }).length).toBeLessThanOrEqual(
          80,
        )
  })
})
