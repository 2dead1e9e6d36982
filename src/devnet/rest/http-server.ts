import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DROPPED } from './faulty.ts'
import type { RestAnswer, RestRequest } from './handle.ts'

/** The node takes no larger bodies either; one is read no further than this. */
const BODY_MAX_BYTES = 8 * 1024 * 1024
const HOST = '127.0.0.1'

export interface HttpServer {
  readonly port: number
  close(): Promise<void>
}

export type Answer = (request: RestRequest) => Promise<RestAnswer | typeof DROPPED>

/** The REST API on a port of this machine only. */
export function listen(port: number, answer: Answer): Promise<HttpServer> {
  const server = createServer((incoming, response) => {
    serve(incoming, response, answer).catch(() => response.destroy())
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      const address = server.address() as AddressInfo // a listening TCP server has one
      resolve({ port: address.port, close: () => close(server) })
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function serve(incoming: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const text = await readBody(incoming)
  if (text === undefined) {
    send(incoming, response, {
      status: 413,
      type: 'application/json',
      text: JSON.stringify({ detail: 'Payload too large' }),
    })
    return
  }
  const { method = 'GET', url = '/' } = incoming
  if (method === 'OPTIONS') {
    response.writeHead(204, {
      ...sharedWith(incoming),
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': '*',
    })
    response.end()
    return
  }
  const headers = incoming.headers as Record<string, string | undefined> // repeated headers do not matter here
  const result = await answer({ method, url, headers, text })
  if (result === DROPPED) response.destroy()
  else send(incoming, response, result)
}

/** Whoever asks may read: the origin comes back, as the node sends it. */
function sharedWith({ headers: { origin } }: IncomingMessage): Record<string, string> {
  if (origin === undefined) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'origin',
  }
}

function send(
  incoming: IncomingMessage,
  response: ServerResponse,
  { status, type, text, allow }: RestAnswer,
): void {
  const body = Buffer.from(text)
  response.writeHead(status, {
    ...(type === '' ? {} : { 'content-type': type }),
    ...(allow === undefined ? {} : { allow }),
    ...sharedWith(incoming),
    'content-length': body.length,
  })
  response.end(body)
}

/** The whole body as text, or undefined when it is too large; the rest of it is then thrown away. */
async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length // without an encoding set, chunks are buffers
    if (size <= BODY_MAX_BYTES) chunks.push(chunk as Buffer)
    else chunks.length = 0
  }
  return size > BODY_MAX_BYTES ? undefined : Buffer.concat(chunks).toString()
}
