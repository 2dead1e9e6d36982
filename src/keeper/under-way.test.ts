import { describe, expect, test } from 'vitest'
import type { TransactionStatus } from '../chain/index.ts'
import { createManualClock } from '../kit/index.ts'
import { createUnderWay } from './under-way.ts'

function open() {
  const clock = createManualClock(0)
  const statuses = new Map<string, TransactionStatus>()
  const chain = {
    getTransactionStatus: async (txId: string) => statuses.get(txId) ?? ({ type: 'unknown' } as const),
  }
  const underWay = createUnderWay({ chain, monotonic: () => clock.nowMs(), patienceMs: 120_000 })
  return { clock, statuses, underWay }
}

describe('createUnderWay', () => {
  test('behavior: a task is on its way until its transaction is in a block', async () => {
    const { statuses, underWay } = open()
    expect(await underWay.has('a')).toBe(false)
    underWay.add('a', 'tx')
    expect(await underWay.has('a')).toBe(true)
    statuses.set('tx', { type: 'mempool' })
    expect(await underWay.has('a')).toBe(true)
    statuses.set('tx', { type: 'confirmed', blockHash: '00', txIndex: 0, confirmations: 1 })
    expect([await underWay.has('a'), underWay.size()]).toEqual([false, 0])
  })
  test('behavior: one that is not seen for too long is taken for lost', async () => {
    const { clock, underWay } = open()
    underWay.add('a', 'tx')
    clock.advance(119_999)
    expect(await underWay.has('a')).toBe(true)
    clock.advance(1)
    expect([await underWay.has('a'), underWay.size()]).toEqual([false, 0])
  })
  test('behavior: tasks nobody asks for again are forgotten too', () => {
    const { clock, underWay } = open()
    for (let i = 0; i < 100; i++) {
      underWay.add(`task ${i}`, `tx ${i}`)
      clock.advance(60_000)
    }
    expect(underWay.size()).toBe(2)
  })
  test('behavior: it never holds more than 5000, and the oldest makes room', async () => {
    const { underWay } = open()
    for (let i = 0; i <= 5_000; i++) underWay.add(`task ${i}`, `tx ${i}`)
    expect(underWay.size()).toBe(5_000)
    expect([await underWay.has('task 0'), await underWay.has('task 1')]).toEqual([false, true])
  })
})
