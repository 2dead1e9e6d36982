import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createIndexView, createListGate, defineRoute, type ListGate } from '../../src/api/index.ts'
import { createManualClock, systemTimers, type Timers } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import { createTestApi, type TestApi, type TestApiOptions } from '../support/api.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { assertDocumented } from '../support/openapi.ts'
import { openSocket, parseRaw, type RawAnswer, readToEnd, sendRaw } from '../support/raw-http.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await createTestDatabase('embedded')
  database = await own.open()
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

const open: TestApi[] = []
afterEach(async () => {
  for (const api of open.splice(0)) await api.close()
})

/** A server on a real socket; the waits that tests sit through are short, who answers and with what is the same. */
async function serve(options: Partial<TestApiOptions> = {}): Promise<{ api: TestApi; port: number }> {
  const api = await createTestApi({
    database,
    ...options,
    limits: { drainMs: 0, stopMs: 500, ...options.limits },
  })
  open.push(api)
  const { port } = await api.api.start()
  return { api, port }
}

const large = defineRoute(
  {
    id: 'test',
    method: 'GET',
    path: '/v1/test/large',
    tag: 'test',
    summary: 'More than fits into the buffers of a connection',
    access: 'public',
    answer: Type.Object({ text: Type.String() }),
    answerMeaning: 'done',
  },
  async () => ({ text: 'x'.repeat(8_000_000) }),
)

/** Answers when the gate opens. */
const heldBy = (gate: { readonly promise: Promise<void> }) =>
  defineRoute(
    {
      id: 'test',
      method: 'GET',
      path: '/v1/test/held',
      tag: 'test',
      summary: 'Waits',
      access: 'public',
      answer: Type.Object({}),
      answerMeaning: 'done',
    },
    async () => {
      await gate.promise
      return {}
    },
  )

const head = (line: string, ...headers: string[]): string => [line, ...headers, '', ''].join('\r\n')

const webSocketKey = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
const webSocket = ['Sec-WebSocket-Version: 13', webSocketKey]

const offer = (path: string, protocol: string, { method = 'GET', host = ['Host: x'] } = {}): string =>
  head(`${method} ${path} HTTP/1.1`, ...host, 'Connection: Upgrade', `Upgrade: ${protocol}`, ...webSocket)

/** A console of one page and one file. */
function emptyConsole(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-console-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  for (const file of ['index.html', 'assets/index.js']) writeFileSync(join(folder, file), 'x')
  return folder
}

function expectRefused(raw: string, status: number, code: string): RawAnswer {
  const answer = parseRaw(raw)
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code])
  assertDocumented({ method: 'GET', url: '/v1/raw', ...answer })
  return answer
}

describe('what no client library would send', () => {
  let api: TestApi
  let port: number
  beforeAll(async () => {
    api = await createTestApi({ database, limits: { drainMs: 0 } })
    port = (await api.api.start()).port
  })
  afterAll(() => api.close())

  test.each([
    ['no HTTP', 'FOO BAR\r\n\r\n'],
    ['an unknown method', head('FOO /v1/x HTTP/1.1', 'Host: x')],
    ['I52 a header of 20 KB', head('GET /v1/x HTTP/1.1', 'Host: x', `X: ${'a'.repeat(20_480)}`)],
    ['I52 a URL of 20 KB', head(`GET /v1/${'x'.repeat(20_480)} HTTP/1.1`, 'Host: x')],
    ['a header with a line break', 'GET /v1/x HTTP/1.1\r\nHost: x\r\nX: a\n b\r\n\r\n'],
    [
      'length and chunks at once',
      head('POST /v1/x HTTP/1.1', 'Host: x', 'Content-Length: 3', 'Transfer-Encoding: chunked'),
    ],
    [
      'a chunk that is none',
      `${head('POST /v1/auth/challenge HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}ZZ\r\n`,
    ],
  ])('error: %s is 400 on the bare socket', async (_what, bytes) => {
    const answer = expectRefused(await sendRaw(port, bytes), 400, 'INVALID_REQUEST')
    expect(answer.headers.connection).toBe('close')
  })
  const chunks = '2\r\n{}\r\n0\r\n\r\n'
  const post = (...headers: string[]) =>
    head('POST /v1/auth/challenge HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers)
  test.each([
    ['a request line without a version', 'request', 'GET /health\r\n\r\n'],
    ['HTTP/0.9', 'request', head('GET /health HTTP/0.9', 'Host: x')],
    ['HTTP/2.0', 'request', head('GET /health HTTP/2.0', 'Host: x')],
    ['HTTP/2.0 under /v1', 'request', head('GET /v1/markets HTTP/2.0', 'Host: x')],
    ['two Host headers', 'headers.host', head('GET /health HTTP/1.1', 'Host: x', 'Host: y')],
    ['the same Host twice', 'headers.host', head('GET /health HTTP/1.1', 'Host: x', 'host: x')],
    ['two Host headers with HTTP/1.0', 'headers.host', head('GET /health HTTP/1.0', 'Host: x', 'Host: y')],
    ['a list as Host', 'headers.host', head('GET /health HTTP/1.1', 'Host: x, y')],
    ['a path in Host', 'headers.host', head('GET /health HTTP/1.1', 'Host: x/y')],
    ['somebody’s name in Host', 'headers.host', head('GET /health HTTP/1.1', 'Host: x@y')],
    ['no Host at all', 'headers.host', head('GET /health HTTP/1.1')],
    ['identity, chunked', 'headers.transfer-encoding', post('Transfer-Encoding: identity, chunked') + chunks],
    ['gzip, chunked', 'headers.transfer-encoding', post('Transfer-Encoding: gzip, chunked') + chunks],
    [
      'an empty coding before chunked',
      'headers.transfer-encoding',
      post('Transfer-Encoding: ,chunked') + chunks,
    ],
    ['an empty Transfer-Encoding', 'headers.transfer-encoding', post('Transfer-Encoding:')],
    [
      'Transfer-Encoding in two headers',
      'headers.transfer-encoding',
      post('Transfer-Encoding: identity', 'Transfer-Encoding: chunked') + chunks,
    ],
    [
      'chunks in HTTP/1.0',
      'headers.transfer-encoding',
      head(
        'POST /v1/auth/challenge HTTP/1.0',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ) + chunks,
    ],
    [
      'two Hosts and an expectation',
      'headers.host',
      head('GET /health HTTP/1.1', 'Host: x', 'Host: y', 'Expect: tea'),
    ],
    [
      'two Hosts and an offer of another protocol',
      'headers.host',
      offer('/health', 'h2c', { host: ['Host: x', 'Host: y'] }),
    ],
    [
      'two Hosts and a WebSocket',
      'headers.host',
      offer('/v1/ws', 'websocket', { host: ['Host: x', 'Host: y'] }),
    ],
    // What Node's parser refuses by itself.
    ['two lengths', 'request', `${post('Content-Length: 2', 'Content-Length: 2')}{}`],
    ['a list of lengths', 'request', `${post('Content-Length: 2, 2')}{}`],
    ['a length with a sign', 'request', `${post('Content-Length: +2')}{}`],
    ['chunked twice', 'request', post('Transfer-Encoding: chunked, chunked') + chunks],
    ['chunked before the end', 'request', post('Transfer-Encoding: chunked, identity') + chunks],
    ['a coding nobody knows', 'headers.transfer-encoding', post('Transfer-Encoding: xchunked') + chunks],
    ['a blank before the colon', 'request', post('Transfer-Encoding : chunked') + chunks],
    ['a folded header', 'request', post('Transfer-Encoding:\r\n chunked') + chunks],
    ['bare line feeds', 'request', 'GET /health HTTP/1.1\nHost: x\n\n'],
    ['a bare carriage return', 'request', 'GET /health HTTP/1.1\r\nHost: x\rX: y\r\n\r\n'],
    ['a NUL in a header', 'request', head('GET /health HTTP/1.1', 'Host: x', 'X: a\0b')],
    ['the preface of HTTP/2', 'request', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('error: %s is 400 and closes the connection', async (_what, field, bytes) => {
    const answer = expectRefused(await sendRaw(port, bytes), 400, 'INVALID_REQUEST')
    expect([answer.headers.connection, JSON.parse(answer.body).details.field]).toEqual(['close', field])
  })
  test('error: what is smuggled behind a refused request is not looked at', async () => {
    const smuggled = head('GET /health HTTP/1.1', 'Host: x')
    const raw = await sendRaw(
      port,
      post('Transfer-Encoding: identity, chunked') + chunks + smuggled + smuggled,
    )
    expect(raw.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  })
  test('behavior: an answer that waits before a refused request still comes first', async () => {
    const raw = await sendRaw(
      port,
      head('GET /health HTTP/1.1', 'Host: x') + head('GET /health HTTP/2.0', 'Host: x'),
    )
    expect(raw.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  })
  const stream = (...headers: string[]): string =>
    head('GET /v1/stream?channels=blocks HTTP/1.1', 'Host: x', ...headers)
  test.each([
    ['alone', stream()],
    ['to a request that goes on', stream('Transfer-Encoding: chunked')],
  ])('error: nothing is written into the middle of an answer %s', async (_which, asked) => {
    const socket = await openSocket(port)
    socket.write(asked)
    const begun = String((await once(socket, 'data'))[0])
    const rest = readToEnd(socket)
    socket.write('no HTTP\r\n\r\n')
    expect((begun + (await rest)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  })
  test('error: what is no request behind one that waits is not taken for its answer', async () => {
    const { api, port } = await serve()
    const waiting = head('GET /v1/markets HTTP/1.1', 'Host: x', 'X-Min-Block-Height: 1000000')
    expect(await sendRaw(port, `${waiting}no HTTP\r\n\r\n`)).toBe('')
    expect(api.observations).toContainEqual({ kind: 'malformed', code: 'HPE_INVALID_METHOD' })
  })
  test.each([
    ['CONNECT', head('CONNECT example.com:443 HTTP/1.1', 'Host: x')],
    ['an offer of another protocol', offer('/health', 'h2c')],
    ['a WebSocket', offer('/v1/ws', 'websocket')],
  ])(
    'F43 error: %s behind an unfinished answer closes the connection without a word',
    async (_what, bytes) => {
      const socket = await openSocket(port)
      const all = readToEnd(socket)
      socket.write(stream())
      await once(socket, 'data')
      socket.write(bytes)
      expect((await all).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
    },
  )
  test('F43 error: a CONNECT that is reset before its answer ends nothing but itself', async () => {
    const socket = await openSocket(port)
    socket.write(head('CONNECT example.com:443 HTTP/1.1', 'Host: x'), () => socket.resetAndDestroy())
    await once(socket, 'close')
    const next = await sendRaw(port, head('GET /health HTTP/1.1', 'Host: x', 'Connection: close'))
    expect(parseRaw(next).status).toBe(200)
  })
  test('behavior: chunks and their extensions are read', async () => {
    const raw = await sendRaw(
      port,
      `${post('Transfer-Encoding: Chunked', 'Connection: close')}2;a=b\r\n{}\r\n0\r\n\r\n`,
    )
    expect(raw).toContain('"field":"address"')
  })
  test.each([
    [
      'an expectation nobody meets',
      head('GET /v1/x HTTP/1.1', 'Host: x', 'Expect: tea', 'Connection: close'),
    ],
    [
      '2,100 headers',
      head('GET /v1/x HTTP/1.1', 'Host: x', 'Connection: close', ...Array(2_100).fill('a: b')),
    ],
    [
      '100 headers, Authorization last',
      head(
        'GET /v1/auth/keys HTTP/1.1',
        'Host: x',
        'Connection: close',
        ...Array(98).fill('a: b'),
        'Authorization: Bearer x',
      ),
    ],
  ])('error: %s is 400', async (_what, bytes) => {
    expectRefused(await sendRaw(port, bytes), 400, 'INVALID_REQUEST')
  })
  test('I30 error: two Authorization headers are none', async () => {
    const bytes = head(
      'GET /v1/x HTTP/1.1',
      'Host: x',
      'Authorization: Bearer a',
      'authorization: Bearer b',
      'Connection: close',
    )
    expectRefused(await sendRaw(port, bytes), 401, 'UNAUTHORIZED')
  })
  test.each([
    ['POST', 404],
    ['DELETE', 404],
    ['OPTIONS', 404],
    ['HEAD', 400],
  ])('error: a WebSocket by %s is %i, and its connection is closed', async (method, status) => {
    const answer = parseRaw(await sendRaw(port, offer('/v1/ws', 'websocket', { method })))
    expect([answer.status, answer.headers.connection]).toEqual([status, 'close'])
  })
  test.each([
    ['a key that is none', 'sec-websocket-key', ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: short']],
    ['no key', 'sec-websocket-key', ['Sec-WebSocket-Version: 13']],
    ['no version', 'sec-websocket-version', [webSocketKey]],
    ['version 12', 'sec-websocket-version', ['Sec-WebSocket-Version: 12', webSocketKey]],
    ['a protocol twice', 'sec-websocket-protocol', [...webSocket, 'Sec-WebSocket-Protocol: a, b, a']],
    ['a protocol without a name', 'sec-websocket-protocol', [...webSocket, 'Sec-WebSocket-Protocol: a,,b']],
    ['a protocol of two words', 'sec-websocket-protocol', [...webSocket, 'Sec-WebSocket-Protocol: a b']],
  ])('error: a WebSocket with %s is 400, and its connection is closed', async (_what, header, headers) => {
    const asked = ['GET /v1/ws HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket'] as const
    const answer = expectRefused(await sendRaw(port, head(...asked, ...headers)), 400, 'INVALID_REQUEST')
    expect(JSON.parse(answer.body).details.field).toBe(`headers.${header}`)
    expect(answer.headers.connection).toBe('close')
  })
  test('error: a preflight that offers a WebSocket is answered, and its connection is closed', async () => {
    const asked = ['Host: x', 'Origin: https://a.example', 'Access-Control-Request-Method: GET']
    const raw = await sendRaw(port, offer('/v1/ws', 'websocket', { method: 'OPTIONS', host: asked }))
    const { status, headers } = parseRaw(raw)
    expect([status, headers.connection]).toEqual([204, 'close'])
  })
  test('error: CONNECT is 404', async () => {
    const answer = parseRaw(await sendRaw(port, head('CONNECT example.com:443 HTTP/1.1', 'Host: x')))
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([404, 'NOT_FOUND'])
  })
  test('behavior: HTTP/1.0 needs no Host', async () => {
    expect(parseRaw(await sendRaw(port, head('GET /health HTTP/1.0'))).status).toBe(200)
  })
  test('behavior: 100-continue is met', async () => {
    const bytes = head(
      'POST /v1/auth/challenge HTTP/1.1',
      'Host: x',
      'Expect: 100-continue',
      'Content-Type: application/json',
      'Content-Length: 2',
      'Connection: close',
    )
    const raw = await sendRaw(port, `${bytes}{}`)
    expect(raw).toMatch(/^HTTP\/1\.1 100 Continue/)
    expect(raw).toContain('"field":"address"')
  })
  test('behavior: a body that is too large is refused, and the connection goes on', async () => {
    const large = 'x'.repeat(1_100_000)
    const post = head(
      'POST /v1/auth/challenge HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      `Content-Length: ${large.length}`,
    )
    const raw = await sendRaw(
      port,
      `${post}${large}${head('GET /health HTTP/1.1', 'Host: x', 'Connection: close')}`,
    )
    expectRefused(raw, 400, 'INVALID_REQUEST')
    expect(raw).toContain('{"status":"ok"}')
  })
  test('behavior: the thousandth answer closes the connection', async () => {
    const raw = await sendRaw(port, head('GET /health HTTP/1.1', 'Host: x').repeat(1_000))
    expect(raw.split('{"status":"ok"}')).toHaveLength(1_001)
    expect(raw.match(/connection: close/gi)).toHaveLength(1)
  })
})

describe('slow and idle clients', () => {
  const short = { limits: { headersTimeoutMs: 1_000, requestTimeoutMs: 1_000 } }

  test('F31 behavior: slow headers end in a 400, and others are served meanwhile', async () => {
    const { port } = await serve(short)
    const slow = await Promise.all(Array.from({ length: 50 }, () => openSocket(port)))
    const ends = slow.map(readToEnd)
    for (const socket of slow) socket.write('GET /health HTTP/1.1\r\nX')
    const other = parseRaw(await sendRaw(port, head('GET /health HTTP/1.1', 'Host: x', 'Connection: close')))
    expect(other.status).toBe(200)
    for (const raw of await Promise.all(ends)) expectRefused(raw, 400, 'INVALID_REQUEST')
  })
  test('F32 behavior: a slow body ends in a 400', async () => {
    const { port } = await serve(short)
    const bytes = head(
      'POST /v1/auth/challenge HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 100',
    )
    expectRefused(await sendRaw(port, `${bytes}{}`), 400, 'INVALID_REQUEST')
  })
  // A browser opens spare ones, and takes what lies there for the answer to the request it sends on one later.
  test('F33 behavior: a connection that never asked is closed without a word, and costs nobody anything', async () => {
    const { api, port } = await serve(short)
    expect(await readToEnd(await openSocket(port))).toBe('')
    expect(api.observations.filter(({ kind }) => kind === 'malformed')).toEqual([])
  })
  test('F33 behavior: idle connections are closed, others are served meanwhile', async () => {
    const { port } = await serve({ limits: { keepAliveTimeoutMs: 100 } })
    const idle = await Promise.all(Array.from({ length: 200 }, () => openSocket(port)))
    const ends = idle.map(readToEnd)
    for (const socket of idle) socket.write(head('GET /health HTTP/1.1', 'Host: x'))
    const other = parseRaw(await sendRaw(port, head('GET /health HTTP/1.1', 'Host: x', 'Connection: close')))
    expect(other.status).toBe(200)
    for (const raw of await Promise.all(ends)) expect(parseRaw(raw).status).toBe(200)
  })
})

/** Blocks the event loop, as only a bug of ours could; calls back right before. */
const spinRoute = (before: () => void) =>
  defineRoute(
    {
      id: 'test',
      method: 'GET',
      path: '/v1/test/spin',
      tag: 'test',
      summary: 'Blocks the event loop',
      access: 'public',
      answer: Type.Object({}),
      answerMeaning: 'done',
    },
    () => {
      before()
      const until = performance.now() + 400
      while (performance.now() < until);
      return {}
    },
  )

describe('overload', () => {
  test('F34 behavior: what waited behind a blocked event loop is 503, probes are not', async () => {
    const waiting: Socket[] = []
    const spin = spinRoute(() => {
      waiting[0]?.write(head('GET /v1/x HTTP/1.1', 'Host: x', 'Connection: close'))
      waiting[1]?.write(head('GET /health HTTP/1.1', 'Host: x', 'Connection: close'))
    })
    const { port } = await serve({ extraRoutes: [spin], limits: { eventLoopDelayMaxMs: 100 } })
    waiting.push(await openSocket(port), await openSocket(port))
    const [queued, probe] = waiting.map(readToEnd)
    // On a busy machine the first request may itself be refused.
    for (let status = 503; status === 503; )
      status = parseRaw(
        await sendRaw(port, head('GET /v1/test/spin HTTP/1.1', 'Host: x', 'Connection: close')),
      ).status
    const refused = expectRefused(await queued!, 503, 'UNAVAILABLE')
    expect(refused.headers['retry-after']).toBe('5')
    expect(JSON.parse(refused.body).details.reason).toBe('overload')
    expect(parseRaw(await probe!).status).toBe(200)
  })
  test('F35 behavior: more than the bound in flight is 503, and the bound frees itself', async () => {
    const gate = deferred()
    const held = heldBy(gate)
    const { api, port } = await serve({
      extraRoutes: [held],
      limits: { inFlightMax: 2 },
      settings: { trustProxy: 1 },
    })
    const getFrom = (address: string) =>
      sendRaw(
        port,
        head('GET /v1/test/held HTTP/1.1', 'Host: x', 'Connection: close', `X-Forwarded-For: ${address}`),
      )
    const running = [getFrom('192.0.2.1'), getFrom('192.0.2.2')]
    // A client that gives up frees its place as well.
    const gone = await openSocket(port)
    await untilRefused(() => api.request('GET', '/v1/test/other'))
    gone.destroy()
    gate.resolve()
    for (const raw of await Promise.all(running)) expect(parseRaw(raw).status).toBe(200)
    expect((await api.request('GET', '/v1/test/other')).status).toBe(404)
  })
  test('F35 behavior: an address that reads no answer holds half of the places, others and probes are answered', async () => {
    const { api, port } = await serve({
      extraRoutes: [large],
      limits: { inFlightMax: 5 },
      settings: { trustProxy: 1, consoleFolder: emptyConsole() },
    })
    /** An answer's head; its body waits to be read. */
    const ask = (from: string, path = '/v1/test/large') =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { 'x-forwarded-for': from }
        get({ port, path, headers, agent: false }, resolve).on('error', reject)
      })
    // Addresses of one customer's network count as one.
    const unread = [await ask('2001:db8::1'), await ask('2001:db8::2'), await ask('2001:db8::3')]
    expect(unread.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const beyond = await ask('2001:db8::4')
    expect([beyond.statusCode, beyond.headers['retry-after']]).toEqual([503, '5'])
    expect(JSON.parse(await text(beyond))).toMatchObject({ details: { reason: 'overload' } })
    expect((await ask('2001:db8::4', '/health')).statusCode).toBe(200)
    expect((await text(await ask('192.0.2.2'))).length).toBeGreaterThan(8_000_000)
    for (const file of ['/assets/index.js', '/openapi.json', '/docs/json', '/docs/static/swagger-ui.css']) {
      const [own, others] = [await ask('2001:db8::4', file), await ask('192.0.2.2', file)]
      expect([file, own.statusCode, others.statusCode]).toEqual([file, 503, 200])
      await text(others)
    }

    // One is read and one is left: two places are free again, and no more.
    await text(unread[0]!)
    unread[1]!.destroy()
    while (api.api.requestIdsInFlight().length > 1) await new Promise(setImmediate)
    const again = [await ask('2001:db8::4'), await ask('2001:db8::4'), await ask('2001:db8::4')]
    expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200, 503])
    for (const answer of [...unread, ...again]) answer.destroy()
  })
  const cutSoon = { connectionTimeoutMs: 500, takenBytesPerMsMin: 1e6 }
  test.each([
    ['answer', '/v1/test/large', 3],
    ['file', '/assets/large.js', 1],
  ])('F43 behavior: line ends do not keep alive who takes no %s', async (_what, path, requests) => {
    const consoleFolder = emptyConsole()
    writeFileSync(join(consoleFolder, 'assets/large.js'), 'x'.repeat(8_000_000))
    const { api, port } = await serve({
      extraRoutes: [large],
      limits: cutSoon,
      settings: { consoleFolder },
    })
    const socket = (await openSocket(port)).on('error', () => undefined)
    socket.pause()
    socket.write(head(`GET ${path} HTTP/1.1`, 'Host: x').repeat(requests))
    while (api.api.requestIdsInFlight().length < requests) await new Promise(setImmediate)
    while (api.api.requestIdsInFlight().length > 0) {
      if (!socket.destroyed) socket.write('\r\n')
      await new Promise(setImmediate)
    }
    socket.destroy()
  })
  /** How often the server has looked for answers that nobody takes, and for other things it looks for as often. */
  function countLooks() {
    let looks = 0
    const every: Timers['every'] = (ms, work) =>
      systemTimers.every(ms, () => {
        work()
        if (ms === 1_000) looks += 1
      })
    return { timers: { ...systemTimers, every }, looks: () => looks }
  }
  test('F43 behavior: a stream has no such time', async () => {
    const { timers, looks } = countLooks()
    const { api, port } = await serve({ limits: cutSoon, parts: { timers } })
    const socket = await openSocket(port)
    socket.write(head('GET /v1/stream?channels=blocks HTTP/1.1', 'Host: x'))
    await once(socket, 'data')
    while (looks() < 6) await new Promise(setImmediate)
    expect([api.api.requestIdsInFlight().length, socket.readableEnded]).toEqual([1, false])
    socket.destroy()
  })
  test('F43 behavior: the time of an answer behind another begins with its turn', async () => {
    const gate = deferred()
    const held = heldBy(gate)
    const { timers, looks } = countLooks()
    const { port } = await serve({ extraRoutes: [held], limits: cutSoon, parts: { timers } })
    const socket = await openSocket(port)
    const everything = readToEnd(socket)
    socket.write(head('GET /v1/test/held HTTP/1.1', 'Host: x') + head('GET /v1/nowhere HTTP/1.1', 'Host: x'))
    while (looks() < 6) {
      socket.write('\r\n')
      await new Promise(setImmediate)
    }
    gate.resolve()
    socket.end()
    expect((await everything).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404'])
  })
  test('F35 behavior: a client that is gone before it is admitted takes no place', async () => {
    const gate = deferred()
    const decision = { allowed: true, limit: 9, remaining: 9, resetSeconds: 1, retryAfterSeconds: 0 }
    const { api, port } = await serve({
      parts: { limiter: { take: () => gate.promise.then(() => decision) } },
      limits: { inFlightMax: 1 },
    })
    const gone = await openSocket(port)
    gone.write(head('GET /v1/markets HTTP/1.1', 'Host: x'), () => gone.destroy())
    while (api.observations.length === 0) await new Promise(setImmediate)
    gate.resolve()
    // What waited is admitted first.
    await new Promise(setImmediate)
    expect(api.observations).toMatchObject([{ route: '/v1/markets', aborted: true }])
    expect((await api.request('GET', '/v1/markets')).status).toBe(200)
  })
  test('F35 behavior: while the gate is full, lists that no cache has are 503 before any statement, all else is answered', async () => {
    const asked: string[] = []
    const listGate = createListGate()
    const { api } = await serve({
      parts: { listGate },
      database: {
        ...database,
        query: (statement) => {
          asked.push(statement.label)
          return database.query(statement)
        },
      },
    })
    const seen = await api.request('GET', '/v1/markets?limit=2')
    expect([seen.status, asked.length]).toEqual([200, 1])

    const leave = fill(listGate)
    const refused = await api.request('GET', '/v1/markets?limit=3', { headers: { 'x-request-id': 'mine' } })
    expect(refused.json()).toEqual(overloadedBody)
    expect(refused.headers).toMatchObject({ 'retry-after': '5', 'x-request-id': 'mine' })
    expect(refused.headers).toHaveProperty('ratelimit-remaining')
    expect((await api.request('GET', '/v1/markets?limit=2')).body).toBe(seen.body)
    expect((await api.request('GET', '/v1/status')).status).toBe(200)
    expect((await api.request('GET', '/v1/markets?limit=0')).status).toBe(503) // nothing of it was read
    expect(asked).toEqual(['list-markets', 'find-whole-weight']) // the status reads one row

    await leave()
    expect((await api.request('GET', '/v1/markets?limit=3')).status).toBe(200)
    expect((await api.request('GET', '/v1/markets?limit=0')).status).toBe(400)
  })
  test('F35 behavior: every list gives its room back, answered or refused', async () => {
    const listGate = createListGate()
    const { api } = await serve({ parts: { listGate } })
    // The second is refused in a promise, the third and fourth before there is one.
    const answers = ['?limit=1', '?cursor=x', '?countUpTo=1&page=1', '?endsAfter=2026-02-30T00:00:00Z']
    const statuses = await Promise.all(answers.map((query) => api.request('GET', `/v1/markets${query}`)))
    expect(statuses.map(({ status }) => status)).toEqual([200, 400, 400, 400])
    const together = await Promise.all([1, 2].map(() => api.request('GET', '/v1/parlays')))
    expect(together.map(({ status }) => status)).toEqual([200, 200])
    await fill(listGate)()
  })
  test('F35 behavior: a list has its place while it waits for the index, and not while it waits for a height', async () => {
    const listGate = createListGate(1)
    const [asked, word] = [deferred(), deferred()]
    const index = createIndexView({ database, clock: createManualClock(0) })
    const held = async () => {
      asked.resolve()
      await word.promise
      return index.current()
    }
    const { api } = await serve({ parts: { listGate, index: { ...index, current: held } } })
    const first = api.request('GET', '/v1/markets?limit=1')
    await asked.promise
    const same = api.request('GET', '/v1/markets?limit=1')
    expect((await api.request('GET', '/v1/markets?limit=2')).json()).toEqual(overloadedBody)
    word.resolve()
    expect((await Promise.all([first, same])).map(({ status }) => status)).toEqual([200, 200])
    expect(listGate.hasRoom('another')).toBe(true)

    const [reached, height] = [deferred(), deferred()]
    const reach = async () => {
      reached.resolve()
      await height.promise
      return (await index.current())!
    }
    const { api: other } = await serve({ parts: { listGate, index: { ...index, reach } } })
    const later = other.request('GET', '/v1/markets?limit=3', { headers: { 'x-min-block-height': '1' } })
    await reached.promise
    expect(listGate.hasRoom('another')).toBe(true)
    height.resolve()
    expect((await later).status).toBe(200)
  })
  test('F35 behavior: who has waited for a height, and whose copy is of another block, must find room too', async () => {
    const listGate = createListGate(1)
    const index = createIndexView({ database, clock: createManualClock(0) })
    let revision = 0
    const seen = async () => ({ ...checked, revision })
    const { api } = await serve({ parts: { listGate, index: { ...index, current: seen, reach: seen } } })
    const statuses = async (...lists: readonly [number, Record<string, string>][]) => {
      const asked = lists.map(([n, headers]) => api.request('GET', `/v1/markets?limit=${n}`, { headers }))
      return (await Promise.all(asked)).map(({ status }) => status)
    }
    const waits = { 'x-min-block-height': '1' }
    expect(await statuses([1, waits], [2, waits])).toEqual([200, 503])
    expect([await statuses([2, {}]), await statuses([1, {}], [2, {}])]).toEqual([[200], [200, 200]])
    revision = 1
    expect(await statuses([1, {}], [2, {}])).toEqual([200, 503])
    expect(listGate.hasRoom('another')).toBe(true)
  })
  test('F35 behavior: pages further down share no place: each is worked on by itself', async () => {
    const listGate = createListGate(2)
    const { api } = await serve({ parts: { listGate } })
    // What is no cursor is found out inside.
    const ask = () => api.request('GET', '/v1/markets?limit=1&cursor=x')
    const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([400, 400, 503])
    expect((await ask()).status).toBe(400)
  })
  test('F35 behavior: on the wire a refusal has all that other answers have', async () => {
    const listGate = createListGate()
    const { api, port } = await serve({ parts: { listGate } })
    const ask = async (path: string, ...headers: string[]) =>
      parseRaw(await sendRaw(port, head(`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers)))
    expect((await ask('/v1/markets?limit=2')).status).toBe(200)
    fill(listGate)
    expect((await ask('/v1/markets?limit=2')).status).toBe(200)
    api.observations.length = 0
    const refused = await ask('/v1/markets?limit=3', 'X-Request-Id: mine', 'Origin: https://wallet.example')
    assertDocumented({ method: 'GET', url: '/v1/markets', ...refused })
    expect([refused.status, JSON.parse(refused.body)]).toEqual([503, overloadedBody])
    expect(refused.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '5',
      'x-request-id': 'mine',
      'ratelimit-limit': '1000000',
      'ratelimit-remaining': '999997',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      'access-control-allow-origin': '*',
    })
    expect(api.observations).toEqual([
      {
        kind: 'request',
        requestId: 'mine',
        method: 'GET',
        route: '/v1/markets',
        status: 503,
        ms: expect.any(Number),
        keyId: null,
        aborted: false,
      },
    ])
    // By every name a list has, and only by those.
    const address = '18s7Wf3XcHfzBqVSFfUWMRHoccJmP2zPvNxRVG6xV8mDv'
    for (const path of [
      '/v1/markets/',
      `/v1/markets/${address}/trades`,
      `/v1/users/${address}/orders?limit=1`,
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 503])
    expect((await ask(`/v1/markets/${address}`)).status).toBe(404)
    expect((await ask('/v1/marketsx')).status).toBe(404)
    expect((await ask('/v1/markets', 'Authorization: Bearer x')).status).toBe(401)
  })
  test('F35 behavior: whoever is over the limit is told so, not that the service is overloaded', async () => {
    const listGate = createListGate()
    const { port } = await serve({ parts: { listGate }, rates: { anonymous: { reads: 1, writes: 1 } } })
    fill(listGate)
    const ask = () => sendRaw(port, head('GET /v1/markets?limit=3 HTTP/1.1', 'Host: x', 'Connection: close'))
    expectRefused(await ask(), 503, 'UNAVAILABLE')
    const limited = expectRefused(await ask(), 429, 'RATE_LIMITED')
    expect(Number(limited.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  })
})

const overloadedBody = {
  statusCode: 503,
  code: 'UNAVAILABLE',
  message: 'the service is overloaded; retry with backoff',
  details: { reason: 'overload', retryAfter: 5 },
}

/** How an index of one block stands. */
const checked = {
  epoch: '',
  height: 1,
  hash: '',
  timestampMs: 0,
  nodeHeight: 1,
  caughtUpAtMs: 0,
  checkedAtMs: 0,
  haltedReason: null,
}

/** Takes all 96 places there are; the returned function gives them back. */
function fill(gate: ListGate): () => Promise<void> {
  const held = deferred()
  const inside = Array.from({ length: 96 }, () => gate.pass(Symbol('page'), () => held.promise))
  return async () => {
    held.resolve()
    await Promise.all(inside)
  }
}

describe('stopping', () => {
  test('F36 behavior: what runs finishes, what is new on an open connection is 503, then the port is closed', async () => {
    const gate = deferred()
    const started = deferred()
    const held = defineRoute(
      {
        id: 'test',
        method: 'GET',
        path: '/v1/test/held',
        tag: 'test',
        summary: 'Waits',
        access: 'public',
        answer: Type.Object({}),
        answerMeaning: 'done',
      },
      async () => {
        started.resolve()
        await gate.promise
        return {}
      },
    )
    const { api, port } = await serve({ extraRoutes: [held], limits: { drainMs: 5_000, stopMs: 10_000 } })
    const idle = await openSocket(port)
    const idleEnd = readToEnd(idle)
    const running = sendRaw(port, head('GET /v1/test/held HTTP/1.1', 'Host: x'))
    await started.promise
    const stopped = api.api.stop()
    idle.write(head('GET /v1/x HTTP/1.1', 'Host: x'))
    const refused = expectRefused(await idleEnd, 503, 'UNAVAILABLE')
    expect(refused.headers.connection).toBe('close')
    await expect(openSocket(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    gate.resolve()
    const answer = parseRaw(await running)
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close'])
    await stopped
  })
  test.each([
    ['a request', head('GET /v1/test/held HTTP/1.1', 'Host: x')],
    ['an offer of another protocol', offer('/v1/test/held', 'h2c')],
  ])('error: %s that never ends is cut', async (_what, bytes) => {
    const started = deferred()
    const held = defineRoute(
      {
        id: 'test',
        method: 'GET',
        path: '/v1/test/held',
        tag: 'test',
        summary: 'Never ends',
        access: 'public',
        answer: Type.Object({}),
        answerMeaning: 'never',
      },
      () => {
        started.resolve()
        return new Promise<object>(() => undefined)
      },
    )
    const { api, port } = await serve({ extraRoutes: [held], limits: { drainMs: 10, stopMs: 50 } })
    const running = sendRaw(port, bytes)
    await started.promise
    await api.api.stop()
    expect(await running).toBe('')
    expect(api.observations).toContainEqual({ kind: 'cut', connections: 1 })
  })
  test('error: a body of which half has come is cut at the end of a stop, and counted', async () => {
    const { api, port } = await serve({ limits: { drainMs: 10, stopMs: 50 } })
    const half = await openSocket(port)
    const end = readToEnd(half)
    const received = new Promise<void>((resolve) => half.once('data', () => resolve()))
    half.write(
      head(
        'POST /v1/auth/challenge HTTP/1.1',
        'Host: x',
        'Expect: 100-continue',
        'Content-Type: application/json',
        'Content-Length: 20',
      ),
    )
    await received
    half.write('{"addr')
    await api.api.stop()
    expect((await end).replace('HTTP/1.1 100 Continue\r\n\r\n', '')).toBe('')
    expect(api.observations).toContainEqual({ kind: 'cut', connections: 1 })
  })
  test.each([
    ['CONNECT', head('CONNECT example.com:443 HTTP/1.1', 'Host: x'), 404],
    ['an offer of another protocol', offer('/health', 'h2c'), 200],
    ['a WebSocket that is refused', offer('/v1/ws', 'websocket'), 429],
  ])(
    'behavior: %s is answered and closed, also when its client does not close it',
    async (_what, bytes, status) => {
      const { api, port } = await serve({
        rates: { anonymous: { reads: 0, writes: 0 } },
        limits: { stopMs: 3_600_000 },
      })
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      const end = once(socket, 'end')
      socket.write(bytes)
      const [begun] = await once(socket, 'data')
      expect(parseRaw(String(begun)).status).toBe(status)
      await end
      // It ends when the last connection is gone.
      await api.api.stop()
      socket.destroy()
    },
  )
  test('behavior: a stop with nothing unfinished cuts nothing', async () => {
    const { api } = await serve({ limits: { drainMs: 10, stopMs: 50 } })
    await api.api.stop()
    expect(api.observations.filter(({ kind }) => kind === 'cut')).toEqual([])
  })
})

describe('bugs', () => {
  test('error: 500 says the request id and nothing else; the cause is told', async () => {
    const cause = new Error('select * from secrets at /srv/sibyl')
    const broken = defineRoute(
      {
        id: 'test',
        method: 'GET',
        path: '/v1/test/broken',
        tag: 'test',
        summary: 'Breaks',
        access: 'public',
        answer: Type.Object({}),
        answerMeaning: 'never',
      },
      () => Promise.reject(cause),
    )
    const api = await createTestApi({ database, extraRoutes: [broken] })
    open.push(api)
    const answer = await api.request('GET', '/v1/test/broken', { headers: { 'x-request-id': 'r-500' } })
    expect(answer.json()).toEqual({
      statusCode: 500,
      code: 'INTERNAL_ERROR',
      message: 'Something broke on our side; quote the request id when you report it.',
      details: { requestId: 'r-500' },
    })
    expect(api.observations).toContainEqual({
      kind: 'bug',
      requestId: 'r-500',
      route: '/v1/test/broken',
      cause,
    })
  })
})

function deferred(): { promise: Promise<void>; resolve(): void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Asks until the answer is 503: the requests that fill the server arrive when they arrive. */
async function untilRefused(ask: () => Promise<{ status: number }>): Promise<void> {
  while ((await ask()).status !== 503) await new Promise(setImmediate)
}
