import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openSocket } from '../../../test/support/raw-http.ts'
import { systemTimers } from '../../kit/index.ts'
import { createHandedOver } from './handed-over.ts'

describe('createHandedOver (F43)', () => {
  test('behavior: a connection on which nothing moves is closed, and forgotten', async () => {
    const server = createServer()
    server.setTimeout(50)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const connected = once(server, 'connect')
    const client = await openSocket((server.address() as AddressInfo).port)
    client.write('CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n')
    const [request] = (await connected) as [IncomingMessage]
    const handedOver = createHandedOver(systemTimers, 3_600_000)
    expect(handedOver.take(request)).not.toBeNull()
    expect(handedOver.has(request.socket)).toBe(true)
    await once(request.socket, 'close')
    expect(handedOver.has(request.socket)).toBe(false)
    client.destroy()
    server.close()
  })
  test('behavior: an answer that nobody reads is given up, however much comes on its connection', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const connected = once(server, 'connect')
    const client = await openSocket((server.address() as AddressInfo).port)
    client.on('error', () => undefined).pause()
    client.write('CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n')
    const [request] = (await connected) as [IncomingMessage]
    const handedOver = createHandedOver(systemTimers, 50)
    request.socket.resume()
    request.socket.setTimeout(3_600_000)
    handedOver.take(request)!.end(Buffer.alloc(64 * 1_024 * 1_024))
    while (handedOver.has(request.socket)) {
      if (client.writableLength === 0) client.write('x')
      await new Promise(setImmediate)
    }
    expect(request.socket.destroyed).toBe(true)
    client.destroy()
    server.close()
  })
})
