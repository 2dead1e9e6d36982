import { describe, expect, test } from 'vitest'
import { answeringOperations, sampleAnswer } from '../../test/support/sample-answer.ts'
import { createManualClock, createSeededRandom } from '../kit/index.ts'
import { type Operation, type OperationId, operations } from '../wire/index.ts'
import { type Client, type ClientOptions, createClient } from './create-client.ts'
import { findMisfit } from './find-misfit.ts'
import { NetworkError, SibylError } from './sibyl-error.ts'
import type { AnswerInfo, RepeatInfo } from './transport.ts'

type Reply = (request: { readonly url: string; readonly init: RequestInit }) => Response | Promise<Response>

const json = (body: unknown, init: ResponseInit = {}): Response => new Response(JSON.stringify(body), init)
const built: Reply = () => json(sampleAnswer('settle'))
const minted: Reply = () => json(sampleAnswer('mintKey'))
const healthy: Reply = () => json({ status: 'ok' })
const refusal = (status: number, code: string, headers: Record<string, string> = {}): Reply => {
  const body = { statusCode: status, code, message: 'no', details: { reason: 'because' } }
  return () => json(body, { status, headers: { 'x-request-id': 'r-1', ...headers } })
}
const broken: Reply = () => Promise.reject(new TypeError('fetch failed'))
/** Answers never; ends when it is told to. */
const silent: Reply = ({ init }) =>
  new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))

/** A client over scripted replies; pauses pass at once and are written down, patience only when `isImpatient`. */
function scripted(
  replies: readonly Reply[],
  { isImpatient = false, onRepeat }: { isImpatient?: boolean; onRepeat?: ClientOptions['onRepeat'] } = {},
) {
  const requests: { url: string; init: RequestInit }[] = []
  const pauses: number[] = []
  const patienceMs = 30_000
  const client: Client = createClient({
    url: 'http://venue/',
    key: 'sibyl_live_x',
    onRepeat,
    clock: createManualClock(Date.UTC(2030, 0, 1)),
    random: createSeededRandom('transport'),
    wait: async (ms, signal) => {
      if (ms !== patienceMs) pauses.push(ms)
      else if (!isImpatient)
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
    },
    fetch: async (url, init = {}) => {
      requests.push({ url: String(url), init })
      const reply = replies[requests.length - 1]
      if (reply === undefined) throw new Error('one request too many')
      return reply({ url: String(url), init })
    },
  })
  return { client, requests, pauses }
}
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )
const mint = { address: 'a', publicKey: 'b', signature: 'c', name: 'd' }

describe('a request', () => {
  test('default: method, path, query, body and key go where they belong', async () => {
    const { client, requests } = scripted([
      () => json(sampleAnswer('listTrades')),
      built,
      () => new Response(null, { status: 204 }),
    ])
    await client.markets.trades({ address: 'x:0', limit: 5, cursor: undefined }, { minBlockHeight: 7 })
    const signer = { signerAddress: 's', signerPublicKey: 'p' }
    await client.tx.cancelOrder({ address: 'm', id: 9, ...signer })
    expect(await client.auth.revoke({ id: 'k/1' })).toBeUndefined()
    const [trades, cancel, revoke] = requests
    expect(trades?.url).toBe('http://venue/v1/markets/x%3A0/trades?limit=5')
    expect(trades?.init).toMatchObject({ method: 'GET', redirect: 'manual' })
    expect(trades?.init.headers).toMatchObject({
      authorization: 'Bearer sibyl_live_x',
      'x-min-block-height': '7',
    })
    expect(cancel).toMatchObject({
      url: 'http://venue/v1/tx/markets/m/orders/9',
      init: { method: 'DELETE', body: JSON.stringify(signer) },
    })
    expect(revoke?.url).toBe('http://venue/v1/auth/keys/k%2F1')
    expect(revoke?.init.body).toBeUndefined()
  })
  test('behavior: what the answer says beside its body is told', async () => {
    const headers = {
      'x-request-id': 'r-9',
      'x-block-height': '12',
      'x-index-lag-ms': '0',
      'ratelimit-limit': '60',
      'ratelimit-remaining': '59',
      'ratelimit-reset': '3',
    }
    const { client } = scripted([() => json({ status: 'ok' }, { headers })])
    const told: AnswerInfo[] = []
    await client.health({ onAnswer: (info) => told.push(info) })
    expect(told).toEqual([
      {
        operation: 'getHealth',
        status: 200,
        attempt: 1,
        requestId: 'r-9',
        blockHeight: 12,
        indexLagMs: 0,
        rateLimit: { limit: 60, remaining: 59, resetMs: 3000 },
      },
    ])
  })
})

describe('a refusal', () => {
  test('default: has code, status, message, details and request id', async () => {
    const { client, requests } = scripted([refusal(409, 'STATE_CONFLICT')])
    const failure = await failureOf(client.health())
    expect(failure).toBeInstanceOf(SibylError)
    expect(failure).toMatchObject({
      code: 'STATE_CONFLICT',
      status: 409,
      message: 'no',
      details: { reason: 'because' },
      requestId: 'r-1',
      retryAfterMs: null,
    })
    expect(requests).toHaveLength(1)
  })
  test.each([
    ['html', () => new Response('<h1>Bad gateway</h1>', { status: 418 })],
    ['a code of somebody else', refusal(400, 'TEAPOT')],
    ['success that is no JSON', () => new Response('hello')],
    ['a redirect that was followed by nobody', () => new Response('', { status: 299 })],
  ] satisfies [string, Reply][])('error: %s is no answer of the service', async (_, reply) => {
    const failure = await failureOf(scripted([reply]).client.health())
    expect(failure).toBeInstanceOf(NetworkError)
    expect(failure).toMatchObject({ trouble: 'bad_answer' })
  })
})

describe('an answer that is none', () => {
  const messageOf = async (reply: Reply, send = (client: Client): Promise<unknown> => client.status()) => {
    const failure = await failureOf(send(scripted([reply]).client))
    expect(failure).toBeInstanceOf(NetworkError)
    expect(failure).toMatchObject({ trouble: 'bad_answer' })
    return (failure as NetworkError).message
  }
  const html = { 'content-type': 'text/html; charset=utf-8' }
  test.each([
    [
      'html of a proxy',
      () => new Response('<h1>\nHello</h1>', { headers: html }),
      'text/html: <h1> Hello</h1>',
    ],
    ['an empty body', () => new Response(''), 'status 200 with an empty body'],
    ['JSON cut off', () => new Response('{"key":"sibyl_live_'), 'cut off'],
    ['null', () => json(null), 'JSON in which the body is null, not an object'],
    ['a list', () => json([]), 'JSON in which the body is a list, not an object'],
    ['an object of somebody else', () => json({ ok: true }), 'JSON in which network is missing'],
    [
      'a field of another type',
      () => json(sampleAnswer('getStatus', { tokens: 'USD' })),
      'JSON in which tokens is a text, not an object',
    ],
    [
      'a redirect',
      () => new Response(null, { status: 301, headers: { location: 'https://venue/v1/status' } }),
      'status 301, a redirect to https://venue/v1/status',
    ],
    ['an error of somebody else', () => json({ error: 'teapot' }, { status: 418 }), 'status 418 with'],
  ] satisfies [string, Reply, string][])('error: %s says what came', async (_, reply, words) => {
    const message = await messageOf(reply)
    expect(message).toContain('http://venue answered GET /v1/status not as this service does: ')
    expect(message).toContain(words)
    expect(message).not.toContain('sibyl_live_')
  })
  test('error: a list without its pagination ends an iteration with the same error', async () => {
    const walk = async (client: Client) => {
      for await (const _ of client.markets.trades.iterate({ address: 'm' }));
    }
    expect(await messageOf(() => json({ trades: [] }), walk)).toContain('pagination is missing')
  })
  test.each(answeringOperations)('behavior: %s as the OpenAPI describes it is one', (operation) => {
    const { answer }: Operation = operations[operation as OperationId]
    expect(findMisfit(sampleAnswer(operation, { more: 'of a later release' }), answer ?? {})).toBeNull()
    expect(findMisfit({ more: 'of somebody else' }, answer ?? {})).not.toBeNull()
  })
})

describe('repeating', () => {
  test('default: a read comes again after 429, 502, 503 and a broken connection', async () => {
    for (const trouble of [
      refusal(429, 'RATE_LIMITED'),
      refusal(502, 'UPSTREAM_ERROR'),
      refusal(503, 'UNAVAILABLE'),
      broken,
      () => new Response('bad gateway', { status: 502 }),
    ] satisfies Reply[]) {
      const { client, pauses } = scripted([trouble, healthy])
      expect(await client.health()).toEqual({ status: 'ok' })
      expect(pauses).toHaveLength(1)
      expect(pauses[0]).toBeLessThanOrEqual(250)
    }
  })
  test('behavior: Retry-After is waited for, in seconds or as a date, with a little spread', async () => {
    for (const value of ['7', 'Tue, 01 Jan 2030 00:00:07 GMT']) {
      const { client, pauses } = scripted([refusal(429, 'RATE_LIMITED', { 'retry-after': value }), healthy])
      await client.health()
      expect(pauses[0]).toBeGreaterThanOrEqual(7_000)
      expect(pauses[0]).toBeLessThan(7_250)
    }
  })
  test('behavior: a date that is over is no wait', async () => {
    const past = { 'retry-after': 'Mon, 31 Dec 2029 23:59:00 GMT' }
    const { client } = scripted([refusal(429, 'RATE_LIMITED', past)])
    expect(await failureOf(client.health({ attemptsMax: 1 }))).toMatchObject({ retryAfterMs: 0 })
  })
  test('behavior: pauses grow, and after four attempts it is over', async () => {
    const { client, requests, pauses } = scripted([broken, broken, broken, broken, healthy])
    expect(await failureOf(client.health())).toMatchObject({ trouble: 'unreachable' })
    expect(requests).toHaveLength(4)
    expect(pauses.map((ms, index) => ms <= 250 * 2 ** index)).toEqual([true, true, true])
  })
  test('behavior: a password in the address is in no message', async () => {
    const failure = await createClient({ url: 'http://me:secret@127.0.0.1:1' })
      .health({ attemptsMax: 1 })
      .catch(String)
    expect(failure).toContain('http://127.0.0.1:1 cannot be reached')
    expect(failure).not.toContain('secret')
  })
  test('behavior: a build is sent again, minting and the faucet only when they were surely not done', async () => {
    const build = { address: 'm', signerAddress: 's', signerPublicKey: 'p' }
    expect(await failureOf(scripted([broken, built]).client.tx.settle(build))).toBeNull()
    for (const trouble of [broken, refusal(503, 'UNAVAILABLE'), refusal(502, 'UPSTREAM_ERROR')])
      for (const send of [(c: Client) => c.auth.mint(mint), (c: Client) => c.faucet({ address: 'a' })]) {
        const { client, requests } = scripted([trouble, minted])
        expect(await failureOf(send(client))).not.toBeNull()
        expect(requests).toHaveLength(1)
      }
    expect(
      await failureOf(scripted([refusal(429, 'RATE_LIMITED'), minted]).client.auth.mint(mint)),
    ).toBeNull()
  })
  test('behavior: who asked is told before every pause', async () => {
    const told: RepeatInfo[] = []
    const { client } = scripted([refusal(429, 'RATE_LIMITED', { 'retry-after': '7' }), broken, healthy], {
      onRepeat: (repeat) => told.push(repeat),
    })
    await client.health()
    expect(told).toEqual([
      { operation: 'getHealth', failures: 1, failure: expect.any(SibylError), pauseMs: expect.any(Number) },
      {
        operation: 'getHealth',
        failures: 2,
        failure: expect.any(NetworkError),
        pauseMs: expect.any(Number),
      },
    ])
    expect(told[0]?.pauseMs).toBeGreaterThanOrEqual(7_000)
  })
  test('error: maintenance is told at once: nobody knows when it ends', async () => {
    const closed: Reply = () =>
      json(
        { statusCode: 503, code: 'UNAVAILABLE', message: 'closed', details: { reason: 'maintenance' } },
        { status: 503, headers: { 'retry-after': '60' } },
      )
    const { client, requests } = scripted([closed, built])
    const settle = client.tx.settle({ address: 'm', signerAddress: 's', signerPublicKey: 'p' })
    expect(await failureOf(settle)).toMatchObject({ code: 'UNAVAILABLE', retryAfterMs: 60_000 })
    expect(requests).toHaveLength(1)
  })
  test('error: what waiting does not mend, a wait that is too long, and a caller who wants one attempt', async () => {
    for (const [reply, options] of [
      [refusal(500, 'INTERNAL_ERROR'), {}],
      [refusal(404, 'NOT_FOUND'), {}],
      [refusal(503, 'UNAVAILABLE', { 'retry-after': '61' }), {}],
      [refusal(503, 'UNAVAILABLE'), { attemptsMax: 1 }],
    ] as const) {
      const { client, requests } = scripted([reply, healthy])
      expect(await failureOf(client.health(options))).toBeInstanceOf(SibylError)
      expect(requests).toHaveLength(1)
    }
  })
  test('error: an attempt that takes too long is a timeout', async () => {
    const { client } = scripted([silent], { isImpatient: true })
    expect(await failureOf(client.health({ attemptsMax: 1 }))).toMatchObject({ trouble: 'timeout' })
  })
  test('error: the caller’s signal ends a request, a pause, and a call that has not begun', async () => {
    const reason = new Error('enough')
    const before = scripted([healthy])
    expect(await failureOf(before.client.health({ signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(before.requests).toHaveLength(0)
    const during = new AbortController()
    const asking = failureOf(scripted([silent]).client.health({ signal: during.signal }))
    during.abort(reason)
    expect(await asking).toBe(reason)
    const paused = new AbortController()
    const stopping: Reply = async () => {
      paused.abort(reason)
      return refusal(503, 'UNAVAILABLE')({ url: '', init: {} })
    }
    expect(await failureOf(scripted([stopping, healthy]).client.health({ signal: paused.signal }))).toBe(
      reason,
    )
  })
})

describe('iterating', () => {
  const [trade] = sampleAnswer('listTrades').trades as [object]
  const page =
    (ids: readonly number[], nextCursor: string | null): Reply =>
    () =>
      json({
        trades: ids.map((id) => ({ ...trade, id })),
        pagination: { limit: 2, page: 0, total: 5, nextCursor },
      })
  const walk = async (client: Client, options = {}): Promise<number[]> => {
    const ids: number[] = []
    for await (const { id } of client.markets.trades.iterate({ address: 'm', limit: 2 }, options))
      ids.push(id)
    return ids
  }
  test('default: follows cursors to the end', async () => {
    const { client, requests } = scripted([page([5, 4], 'a'), page([3, 2], 'b'), page([1], null)])
    expect(await walk(client)).toEqual([5, 4, 3, 2, 1])
    expect(requests.map(({ url }) => url.split('?')[1])).toEqual([
      'limit=2',
      'limit=2&cursor=a',
      'limit=2&cursor=b',
    ])
  })
  test('behavior: ends after rowsMax without asking for more', async () => {
    const { client, requests } = scripted([page([5, 4], 'a'), page([3, 2], 'b')])
    expect(await walk(client, { rowsMax: 3 })).toEqual([5, 4, 3])
    expect(requests).toHaveLength(2)
  })
  test('error: a list that is longer than pagesMax is no list cut short', async () => {
    const { client } = scripted([page([5, 4], 'a'), page([3, 2], 'b')])
    await expect(walk(client, { pagesMax: 2 })).rejects.toThrow('goes on after 2 pages')
  })
  test('error: an abort between rows ends it', async () => {
    const { client } = scripted([page([5, 4], 'a')])
    const stop = new AbortController()
    const seen: number[] = []
    const walking = (async () => {
      for await (const { id } of client.markets.trades.iterate({ address: 'm' }, { signal: stop.signal })) {
        seen.push(id)
        stop.abort(new Error('enough'))
      }
    })()
    await expect(walking).rejects.toThrow('enough')
    expect(seen).toEqual([5])
  })
})
