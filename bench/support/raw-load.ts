import { connect, type Socket } from 'node:net'
import { monotonicMs } from '../../src/kit/index.ts'
import { type Latency, latencyOf } from './latency.ts'

/** One POST of JSON. */
export interface Call {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

export interface Load extends Latency {
  readonly perSecond: number
}

/**
 * So many callers, each with a connection of its own and one call after the other, for so long. Whoever measures a server
 * in its own process pays for every call twice, so this reads no more of an answer than its status and its length: a
 * call costs a fifth of what `node:http` takes for it.
 */
export async function load(
  next: () => Call,
  { seconds, callers }: { readonly seconds: number; readonly callers: number },
): Promise<Load> {
  const times: number[] = []
  const startedMs = monotonicMs()
  const untilMs = startedMs + seconds * 1000
  await Promise.all(
    Array.from({ length: callers }, async () => {
      const { hostname, port } = new URL(next().url)
      const socket = connect(Number(port), hostname).setNoDelay()
      while (monotonicMs() < untilMs) {
        const sentMs = monotonicMs()
        const status = await post(socket, next())
        if (status !== 200) throw new Error(`answered ${status}`)
        times.push(monotonicMs() - sentMs)
      }
      socket.destroy()
    }),
  )
  return { perSecond: (times.length * 1000) / (monotonicMs() - startedMs), ...latencyOf(times) }
}

function post(socket: Socket, { url, headers = {}, body }: Call): Promise<number> {
  const { pathname, host } = new URL(url)
  const all = {
    host,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((resolve, reject) => {
    let text = ''
    let wanted = Number.POSITIVE_INFINITY
    const settle = (end: () => void) => {
      socket.off('data', onData).off('error', onError).off('close', onClose)
      end()
    }
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () => settle(() => reject(new Error('the server hung up')))
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const headEnd = text.indexOf('\r\n\r\n')
      if (headEnd !== -1 && wanted === Number.POSITIVE_INFINITY)
        wanted = headEnd + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
      if (text.length >= wanted) settle(() => resolve(Number(text.slice(9, 12))))
    }
    socket.on('data', onData).on('error', onError).on('close', onClose)
    socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  })
}
