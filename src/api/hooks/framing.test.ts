import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openSocket } from '../../../test/support/raw-http.ts'
import { guardFraming } from './framing.ts'

describe('guardFraming', () => {
  test('behavior: what follows a refused request is read no further while its answer waits', async () => {
    const seen: string[] = []
    const server = createServer(
      { requireHostHeader: false },
      guardFraming(
        () => seen.push('handled'),
        ([field]) => seen.push(field),
      ),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const connected = once(server, 'connection')
    const client = await openSocket((server.address() as AddressInfo).port)
    const [own] = (await connected) as [Socket]
    const paused = once(own, 'pause')
    client.write('GET / HTTP/1.1\r\n\r\n'.repeat(1_000))
    await paused
    await new Promise(setImmediate)
    expect([own.isPaused(), seen]).toEqual([true, ['headers.host']])
    client.destroy()
    own.destroy()
    server.close()
  })
})
