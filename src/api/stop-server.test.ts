import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openSocket, readToEnd } from '../../test/support/raw-http.ts'
import type { Timers } from '../kit/index.ts'
import type { ApiObservation } from './observation.ts'
import { defaultServerLimits } from './settings.ts'
import { stopServer } from './stop-server.ts'

const limits = { ...defaultServerLimits, drainMs: 1_000, stopMs: 8_000 }
const ask = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

/** Timers that go off when a test says so, by how long they were set for. */
function createHandTimers() {
  const set = new Map<object, { readonly ms: number; readonly call: () => void }>()
  const add = (ms: number, call: () => void): (() => void) => {
    const one = {}
    set.set(one, { ms, call })
    return () => set.delete(one)
  }
  const timers: Timers = { after: add, every: add }
  return {
    timers,
    set: () => [...set.values()].map(({ ms }) => ms),
    go(ms: number): void {
      for (const one of [...set.values()]) if (one.ms === ms) one.call()
    },
  }
}

/** A server with one connection on it, whose first request has been answered. */
async function open(): Promise<{ server: Server; socket: Socket; answers: ServerResponse[] }> {
  const answers: ServerResponse[] = []
  const server = createServer((_request, response) => {
    answers.push(response)
    if (answers.length === 1) response.end('first')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = await openSocket((server.address() as AddressInfo).port)
  socket.write(ask)
  await once(socket, 'data')
  return { server, socket, answers }
}

function stop(server: Server) {
  const hand = createHandTimers()
  const seen: (ApiObservation | 'handed over')[] = []
  const stopped = stopServer(server, limits, {
    timers: hand.timers,
    observe: (one) => seen.push(one),
    cut: () => seen.push('handed over'),
  })
  return { ...hand, seen, stopped }
}

describe('stopServer', () => {
  test('default: an idle connection is kept until the drain is over, then closed, and no timer is left', async () => {
    const { server, socket, answers } = await open()
    const { set, go, seen, stopped } = stop(server)
    socket.write(ask)
    await once(server, 'request')
    answers[1]!.end('second')
    expect(String((await once(socket, 'data'))[0])).toContain('second')
    const rest = readToEnd(socket)
    go(1_000)
    expect(await rest).toBe('')
    await stopped
    expect([set(), seen]).toEqual([[], []])
  })
  test('behavior: who is answered after the drain is closed when the answer is out', async () => {
    const { server, socket, answers } = await open()
    const { set, go, seen, stopped } = stop(server)
    socket.write(ask)
    await once(server, 'request')
    go(1_000)
    const rest = readToEnd(socket)
    answers[1]!.end('second')
    await once(answers[1]!, 'close')
    go(100)
    expect(await rest).toContain('second')
    await stopped
    expect([set(), seen]).toEqual([[], []])
  })
  test('behavior: what is left at the end is cut and told, and so is what the server has handed over', async () => {
    const { server, socket } = await open()
    const { set, go, seen, stopped } = stop(server)
    socket.write(ask)
    await once(server, 'request')
    const rest = readToEnd(socket)
    go(8_000)
    expect(await rest).toBe('')
    await stopped
    expect([set(), seen]).toEqual([[], [{ kind: 'cut', connections: 1 }, 'handed over']])
  })
})
