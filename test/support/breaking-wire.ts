import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export interface BreakingWire {
  readonly port: number
  close(): void
}

export interface Breaks {
  /** Bytes of the answer that a connection passes. Asked for with the first of them: a browser opens some it never uses. */
  lifeOf(): number
  onBroken(): void
}

/** A wire on loopback whose connections are reset after some bytes, in the middle of a message or of a greeting. */
export async function startBreakingWire(target: number, { lifeOf, onBroken }: Breaks): Promise<BreakingWire> {
  const server = createServer((client) => {
    let left: number | null = null
    const upstream = connect(target, '127.0.0.1')
    const end = (): void => {
      client.resetAndDestroy()
      upstream.destroy()
    }
    client.on('data', (chunk: Buffer) => upstream.write(chunk))
    upstream.on('data', (chunk: Buffer) => {
      left ??= lifeOf()
      if (left === 0) return
      if (chunk.length < left) {
        left -= chunk.length
        client.write(chunk)
        return
      }
      client.write(chunk.subarray(0, left), end)
      left = 0
      onBroken()
    })
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
