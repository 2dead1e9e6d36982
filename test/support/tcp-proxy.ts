import { connect, createServer, type Server, type Socket } from 'node:net'

/** What the proxy does with bytes from now on, on old connections and new ones. */
export type ProxyMode =
  | { readonly kind: 'pass' }
  /** Every piece waits this long, in both directions. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Connections are accepted and nothing ever passes again, in either direction. */
  | { readonly kind: 'black-hole' }
  /** Answers arrive a byte at a time. */
  | { readonly kind: 'trickle'; readonly everyMs: number }

export interface TcpProxy {
  readonly port: number
  readonly mode: ProxyMode
  set(mode: ProxyMode): void
  /** Resets every connection there is. */
  cut(): void
  /** Ends the answering half of every connection, leaving the asking half open. */
  halfClose(): void
  /** Nobody listens any more: a new connection is refused. Existing ones are reset. */
  down(): Promise<void>
  /** Listens again on the same port. */
  up(): Promise<void>
  connections(): number
  close(): Promise<void>
}

/** A wire with trouble on demand, between a client and a server on loopback. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  let mode: ProxyMode = { kind: 'pass' }
  let server: Server | null = null
  const pairs = new Set<{ client: Socket; upstream: Socket }>()

  function forward(from: Socket, to: Socket, isAnswer: boolean): void {
    // Pieces leave in the order they came, whatever each has to wait for.
    let last: Promise<void> = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      last = last.then(() => pass(to, chunk, isAnswer))
    })
    from.on('end', () => {
      last = last.then(() => {
        if (mode.kind !== 'black-hole') to.end()
      })
    })
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }

  async function pass(to: Socket, chunk: Buffer, isAnswer: boolean): Promise<void> {
    const current = mode
    if (current.kind === 'black-hole') return
    if (current.kind === 'delay') await wait(current.ms)
    if (current.kind === 'trickle' && isAnswer) {
      for (const byte of chunk) {
        if (to.destroyed) return
        to.write(Buffer.from([byte]))
        await wait(current.everyMs)
      }
      return
    }
    if (!to.destroyed) to.write(chunk)
  }

  function accept(client: Socket): void {
    const upstream = connect(target.port, target.host)
    const pair = { client, upstream }
    pairs.add(pair)
    forward(client, upstream, false)
    forward(upstream, client, true)
    client.on('close', () => pairs.delete(pair))
  }

  const cut = (): void => {
    for (const { client, upstream } of pairs) {
      client.resetAndDestroy()
      upstream.destroy()
    }
    pairs.clear()
  }

  const listen = (port: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const listening = createServer(accept)
      listening.once('error', reject)
      listening.listen(port, '127.0.0.1', () => resolve(listening))
    })

  server = await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const down = async (): Promise<void> => {
    const stopping = server
    server = null
    const stopped = new Promise((resolve) => (stopping ? stopping.close(resolve) : resolve(undefined)))
    cut()
    await stopped
  }

  return {
    port,
    get mode() {
      return mode
    },
    set(next) {
      mode = next
    },
    cut,
    halfClose() {
      for (const { client } of pairs) client.end()
    },
    down,
    async up() {
      server ??= await listen(port)
    },
    connections: () => pairs.size,
    close: down,
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
