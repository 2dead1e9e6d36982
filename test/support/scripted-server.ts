import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Script = (request: IncomingMessage, response: ServerResponse) => void

export interface ScriptedServer {
  readonly url: string
  /** Paths with their queries, in the order they came. */
  readonly requests: readonly string[]
  /** What the next requests get. */
  play(script: Script): void
  stop(): Promise<void>
}

/** An HTTP server on a free port of loopback that misbehaves exactly as told. */
export async function startScriptedServer(first: Script): Promise<ScriptedServer> {
  let script = first
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    script(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP, so never a pipe's name
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    play: (next) => {
      script = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Answers by path prefix, first match wins; anything else is the node's page for unknown routes. */
export function answers(table: Readonly<Record<string, unknown>>): Script {
  return (request, response) => {
    const path = request.url ?? ''
    const hit = Object.entries(table).find(([prefix]) => path.startsWith(prefix))
    if (hit) status(200, hit[1])(request, response)
    else status(404, '<html><body><h1>Resource not found</h1></body></html>', 'text/html')(request, response)
  }
}

export function status(code: number, body: unknown, type = 'application/json'): Script {
  return (_, response) => {
    response.writeHead(code, { 'content-type': type })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** Takes the request and never answers. */
export const silence: Script = () => undefined

/** Headers at once, then a byte now and then, for ever: an idle timer would never fire. */
export const trickle: Script = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{')
  const timer = setInterval(() => response.write(' '), 5)
  response.on('close', () => clearInterval(timer))
}

/** Lets another server answer, and hands the answer on when `hold` is done. */
export const forward =
  (url: string, hold: () => Promise<unknown> = async () => undefined): Script =>
  (request, response) => {
    const { method, headers } = request
    const onward = requestHttp(new URL(request.url ?? '', url), { method, headers }, async (answer) => {
      await hold()
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }

export const hangUp: Script = (request) => {
  request.socket.destroy()
}
