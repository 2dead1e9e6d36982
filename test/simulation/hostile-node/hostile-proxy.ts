import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Random, randomBelow, sleep } from '../../../src/kit/index.ts'

export interface HostileProxy {
  readonly url: string
  /** Of how many requests in a hundred the answer is wrong from now on. */
  setWrong(percent: number): void
  /** Wrong answers given so far, by shape and by timing. */
  readonly given: ReadonlyMap<string, number>
  close(): Promise<void>
}

const MEGABYTE = 2 ** 20
/** As large as the largest answer that once kept memory for good. */
const HUGE_BYTES = 50 * MEGABYTE

const statuses = [200, 200, 200, 200, 201, 204, 301, 400, 401, 404, 408, 429, 500, 502, 503, 504]

/** What a node of 4.6.0 says of things it does not have, and what nobody says. */
const details = [
  'boom',
  '',
  'x'.repeat(10_000),
  'The node is still syncing',
  'VM execution error: Contract error',
  'Execution error when emulating tx script or contract: OutOfGas',
]

interface Answer {
  readonly status: number
  readonly body: Buffer
}

/**
 * Stands between the service and its node. Of the right answer it makes a wrong one: another status, another body,
 * another size, too late, in drops, by half or never. It never makes a false answer that looks right: against a node that
 * lies well, no follower of its chain can know better.
 */
export async function startHostileProxy(
  target: (path: string, init: RequestInit) => Promise<Response>,
  random: Random,
): Promise<HostileProxy> {
  const below = (bound: number): number => randomBelow(random, bound)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
  const given = new Map<string, number>()
  const earlier = new Map<string, Answer>()
  const sockets = new Set<Socket>()
  const closing = new AbortController()
  let wrongPercent = 0

  async function askNode(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const { method = 'GET', url = '/' } = request
    const headers = { 'content-type': 'application/json' }
    const response = await target(url, body.length === 0 ? { method, headers } : { method, headers, body })
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }

  const json = (value: unknown, status = 200): Answer => ({
    status,
    body: Buffer.from(JSON.stringify(value)),
  })
  const parsed = ({ body }: Answer): unknown => {
    try {
      return JSON.parse(body.toString('utf8'))
    } catch {
      return null
    }
  }

  const shapes: Readonly<Record<string, (right: Answer, url: string) => Answer>> = {
    right: (right) => right,
    'another-status': (right) => ({ ...right, status: pick(statuses) }),
    empty: () => ({ status: pick(statuses), body: Buffer.alloc(0) }),
    null: () => json(null, pick(statuses)),
    list: () => json([], pick(statuses)),
    object: () => json({}, pick(statuses)),
    number: () => json(1e308, pick(statuses)),
    detail: () => json({ detail: pick(details) }, pick([400, 404, 500, 503])),
    html: () => ({ status: pick(statuses), body: Buffer.from('<html><body>Bad gateway</body></html>') }),
    bytes: () => ({ status: 200, body: Buffer.from(random.bytes(1 + below(4_096))) }),
    cut: ({ status, body }) => ({ status, body: body.subarray(0, below(body.length + 1)) }),
    'other-types': (right) => json(withOtherType(parsed(right)), right.status),
    'missing-field': (right) => json(withoutOneField(parsed(right)), right.status),
    deep: () => ({ status: 200, body: Buffer.from(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) }),
    noise: () => ({ status: 200, body: Buffer.alloc(pick([MEGABYTE, 8 * MEGABYTE, HUGE_BYTES]), 'a') }),
    'huge-field': () => ({
      status: 200,
      body: Buffer.concat([Buffer.from('{"padding":"'), Buffer.alloc(HUGE_BYTES, 'a'), Buffer.from('"}')]),
    }),
    'huge-list': () => ({
      status: 200,
      body: Buffer.concat([Buffer.from('[0'), Buffer.alloc(8 * MEGABYTE, ',0'), Buffer.from(']')]),
    }),
    earlier: (right, url) => earlier.get(url) ?? right,
    'another-network': (right, url) =>
      url.includes('chain-params') ? json({ ...Object(parsed(right)), networkId: 0 }) : right,
  }

  /** One place somewhere in the JSON holds another type than it should. */
  function withOtherType(value: unknown): unknown {
    const isLeaf = typeof value !== 'object' || value === null
    if (isLeaf || below(4) === 0) {
      const others = [null, 'text', 17, true, [], {}].filter((other) => typeof other !== typeof value)
      return pick(others)
    }
    if (Array.isArray(value)) {
      const at = below(value.length + 1)
      return value.map((item, index) => (index === at ? withOtherType(item) : item))
    }
    const names = Object.keys(value)
    const name = pick([...names, ''])
    return name === '' ? [] : { ...value, [name]: withOtherType((value as Record<string, unknown>)[name]) }
  }

  /** Outermost only: a field further down may be one that need not be there, and leaving it out is a lie. */
  function withoutOneField(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    const gone = pick([...Object.keys(value), ''])
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== gone))
  }

  const timings: Readonly<Record<string, (response: ServerResponse, answer: Answer) => Promise<void>>> = {
    now: async (response, answer) => write(response, answer),
    late: async (response, answer) => {
      await pause(below(1_500))
      write(response, answer)
    },
    never: async () => undefined,
    reset: async (response) => void response.socket?.resetAndDestroy(),
    half: async (response, { status, body }) => {
      head(response, status, body.length + 1)
      response.write(body.subarray(0, body.length / 2))
      await pause(20)
      response.destroy()
    },
    'half-then-nothing': async (response, { status, body }) => {
      head(response, status, body.length + 1)
      response.write(body.subarray(0, body.length / 2))
    },
    'too-long': async (response, { status, body }) => {
      head(response, status, Math.max(0, body.length - 1))
      response.socket?.write(body)
      response.socket?.end()
    },
    drops: async (response, { status, body }) => {
      head(response, status, body.length)
      for (let at = 0; at < body.length && !response.destroyed; at++) {
        response.write(body.subarray(at, at + 1))
        await pause(50)
        if (closing.signal.aborted || wrongPercent === 0) return void response.destroy()
      }
      response.end()
    },
    'no-http': async (response) => {
      response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n')
    },
  }

  const pause = (ms: number): Promise<void> => sleep(ms, closing.signal)
  function head(response: ServerResponse, status: number, length: number): void {
    response.writeHead(status, {
      'content-type': pick(['application/json', 'text/html']),
      'content-length': length,
      ...(status === 301 && { location: '/infos/version' }),
    })
  }
  function write(response: ServerResponse, { status, body }: Answer): void {
    if (response.destroyed) return
    head(response, status, body.length)
    response.end(body)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const url = request.url ?? '/'
    if (below(100) >= wrongPercent) {
      const right = await askNode(request, body)
      if (right.body.length < MEGABYTE) earlier.set(url, right)
      write(response, right)
      return
    }
    const shape = pick(Object.keys(shapes))
    const timing = shape === 'right' || below(3) === 0 ? pick(Object.keys(timings)) : 'now'
    for (const name of [`shape ${shape}`, `timing ${timing}`]) given.set(name, (given.get(name) ?? 0) + 1)
    // A transaction may reach the node or not, whatever is answered.
    const right = request.method === 'POST' && below(2) === 0 ? json({}) : await askNode(request, body)
    await timings[timing]!(response, shapes[shape]!(right, url))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    given,
    setWrong(percent) {
      wrongPercent = percent
    },
    async close() {
      closing.abort()
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
