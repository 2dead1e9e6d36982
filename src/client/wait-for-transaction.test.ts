import { describe, expect, test } from 'vitest'
import { sampleAnswer } from '../../test/support/sample-answer.ts'
import type { Transaction } from '../wire/index.ts'
import { createClient } from './create-client.ts'
import { TransactionFailed, waitForTransaction } from './wait-for-transaction.ts'

/** A service that shows these states one after the other, and the last one from then on. */
function service(...states: readonly Transaction['status'][]) {
  let looks = 0
  const pauses: number[] = []
  const client = createClient({
    url: 'http://venue',
    wait: async (ms, signal) => {
      if (ms >= 30_000) return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()))
      pauses.push(ms)
    },
    fetch: async () => {
      const status = states[Math.min(looks, states.length - 1)]
      looks += 1
      const answer = sampleAnswer('getTransaction', { txId: 'ab', status, blockHash: 'cd' })
      return new Response(JSON.stringify(answer))
    },
  })
  return { client, pauses, looks: () => looks }
}

describe('waitForTransaction', () => {
  test('default: looks until a block has it', async () => {
    const { client, pauses } = service('unknown', 'mempool', 'orphaned', 'included')
    expect(await waitForTransaction(client, 'ab')).toMatchObject({ status: 'included' })
    expect(pauses).toEqual([1_000, 1_000, 1_000])
  })
  test('behavior: confirmed is waited for when it is asked for', async () => {
    const { client } = service('included', 'confirmed')
    const done = await waitForTransaction(client, 'ab', { until: 'confirmed', intervalMs: 5 })
    expect(done.status).toBe('confirmed')
  })
  test('error: failed is an end, and so is the last look', async () => {
    const failed = waitForTransaction(service('failed').client, 'ab')
    await expect(failed).rejects.toThrow(TransactionFailed)
    const { client, looks } = service('mempool')
    const never = waitForTransaction(client, 'ab', { looksMax: 3 })
    await expect(never).rejects.toMatchObject({ transaction: { status: 'mempool' } })
    expect(looks()).toBe(3)
  })
  test('error: the caller’s signal ends it', async () => {
    const stop = new AbortController()
    const { client } = service('mempool')
    const waiting = waitForTransaction(client, 'ab', {
      signal: stop.signal,
      onAnswer: () => stop.abort(new Error('enough')),
    })
    await expect(waiting).rejects.toThrow('enough')
  })
})
