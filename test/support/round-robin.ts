import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'

export interface RoundRobin {
  readonly url: string
  /** How many requests each backend has answered, by its address. */
  answered(): Readonly<Record<string, number>>
  close(): Promise<void>
}

/**
 * What stands before several API processes: each request goes to the next one in turn, and to the one after it when that
 * one does not answer. Only what is safe to repeat is repeated: reads, and builds, which are idempotent by body.
 */
export function startRoundRobin(backends: readonly string[]): Promise<RoundRobin> {
  const counts: Record<string, number> = Object.fromEntries(backends.map((url) => [url, 0]))
  let turn = 0

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const start = turn++
    for (let attempt = 0; attempt < backends.length; attempt++) {
      const backend = backends[(start + attempt) % backends.length]!
      const answer = await ask(backend, incoming, Buffer.concat(chunks))
      if (answer === null) continue
      counts[backend]! += 1
      outgoing.writeHead(answer.status, answer.headers)
      outgoing.end(answer.body)
      return
    }
    outgoing.writeHead(502)
    outgoing.end()
  }

  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      resolve({
        url: `http://127.0.0.1:${port}`,
        answered: () => counts,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      })
    })
  })
}

interface BackendAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** Null when the backend is gone, before or in the middle of its answer. */
function ask(backend: string, incoming: IncomingMessage, body: Buffer): Promise<BackendAnswer | null> {
  return new Promise((resolve) => {
    const asked: ClientRequest = request(
      `${backend}${incoming.url}`,
      {
        method: incoming.method ?? 'GET',
        headers: { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' },
        agent: false,
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', () => resolve(null))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 502,
            headers: { ...answer.headers, connection: 'keep-alive' },
            body: Buffer.concat(chunks),
          }),
        )
      },
    )
    asked.on('error', () => resolve(null))
    asked.end(body)
  })
}
