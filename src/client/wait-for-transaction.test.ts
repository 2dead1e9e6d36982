import { describe, expect, test } from 'vitest'
import { sampleAnswer } from '../../test/support/sample-answer.ts'
import { NodeProvider } from '../alephium/index.ts'
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
  /** A node that shows the block, and a service whose status is answered as said. */
  function indexing(status: () => Response) {
    const asked: string[] = []
    const node = new NodeProvider('http://node', undefined, async (url) => {
      asked.push(String(url))
      return new Response(JSON.stringify({ height: 42 }))
    })
    const client = createClient({
      url: 'http://venue',
      wait: (_ms, signal) =>
        new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true })),
      fetch: async (url, init) => {
        const from = new Headers(init?.headers).get('x-min-block-height')
        asked.push(from === null ? String(url) : `${url} from ${from}`)
        if (String(url).endsWith('/status')) return status()
        const answer = { txId: 'ab', status: 'included', blockHash: 'cd' }
        return new Response(JSON.stringify(sampleAnswer('getTransaction', answer)))
      },
    })
    return { client, node, asked }
  }
  test('behavior: with a node it is shown as the index has it, once the index has its block', async () => {
    const { client, node, asked } = indexing(() => new Response(JSON.stringify(sampleAnswer('getStatus'))))
    expect(await waitForTransaction(client, 'ab', { node })).toMatchObject({ status: 'included' })
    expect(asked).toEqual([
      'http://venue/v1/transactions/ab',
      'http://node/blockflow/blocks/cd',
      'http://venue/v1/status from 42',
      'http://venue/v1/transactions/ab',
    ])
  })
  test('error: an index that does not get to the block is told, and nothing is shown', async () => {
    const body = { statusCode: 504, code: 'INDEX_BEHIND', message: 'behind', details: {} }
    const { client, node, asked } = indexing(() => new Response(JSON.stringify(body), { status: 504 }))
    const waiting = waitForTransaction(client, 'ab', { node, attemptsMax: 1 })
    await expect(waiting).rejects.toThrow()
    expect(asked.at(-1)).toBe('http://venue/v1/status from 42')
  })
})
