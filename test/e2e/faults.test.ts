import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient } from '../support/http.ts'
import { openSocket } from '../support/raw-http.ts'
import { createDataDir, type Service, seedDatabase, startService } from '../support/service.ts'

const data = createDataDir()
let service: Service | null = null
beforeAll(() => seedDatabase(data.path))
afterEach(async () => {
  service?.kill('SIGKILL')
  await service?.exited
})
afterAll(() => data.remove())

/** A module that runs before the service and lets a signal break it, as a bug would. */
const trap = (statement: string): string =>
  `--import data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${statement} })`)}`

const secret = `sibyl_live_${'k'.repeat(40)}`
const signature = 'ab'.repeat(64)

describe('a process that met a surprise', () => {
  test.each([
    ['an exception in a timer', `setTimeout(() => { throw new Error('boom ${secret}') }, 1)`],
    ['a rejection nobody handles', `Promise.reject(new Error('boom ${secret}'))`],
  ])('F37 error: %s is logged with the requests in flight and ends it', async (_what, statement) => {
    service = await startService({ DATA_DIR: data.path, NODE_OPTIONS: trap(statement) })
    const port = Number(new URL(service.url).port)
    for (const id of ['first-in-hand', 'second-in-hand']) await openUnanswered(port, id)
    const finished = await createHttpClient(service.url).request('GET', '/health', {
      headers: { 'x-request-id': 'answered-before' },
    })
    expect(finished.status).toBe(200)

    service.kill('SIGUSR2')
    expect(await service.exited).toBe(1)
    const lines = service.output().split('\n')
    const last = JSON.parse(lines.findLast((line) => line.includes('"event":"crashed"')) ?? '{}')
    expect(last).toMatchObject({
      requestIds: ['first-in-hand', 'second-in-hand'],
      requestsInFlight: 2,
      err: { message: 'boom sibyl_live_[redacted]' },
    })
    for (const word of [secret, signature]) expect(service.output()).not.toContain(word)
  })
})

/** A request that the server has begun with (it said so) and whose body never comes to its end. */
async function openUnanswered(port: number, id: string): Promise<void> {
  const socket = await openSocket(port)
  // It goes with the process.
  socket.on('error', () => undefined)
  const begun = new Promise((resolve) => socket.once('data', resolve))
  socket.write(
    [
      'POST /v1/auth/keys HTTP/1.1',
      'host: sibyl',
      `x-request-id: ${id}`,
      'content-type: application/json',
      'content-length: 1000',
      'expect: 100-continue',
      '',
      `{"signature":"${signature}",`,
    ].join('\r\n'),
  )
  expect(String(await begun)).toMatch(/^HTTP\/1.1 100 /)
}

describe('too little of everything', () => {
  test('F41 behavior: out of file descriptors it refuses, and accepts again when there are some', async (context) => {
    if (process.platform !== 'linux') context.skip('needs prlimit, which only Linux has')
    service = await startService({ DATA_DIR: data.path })
    const client = createHttpClient(service.url)
    const open = readdirSync(`/proc/${service.pid}/fd`).length
    execFileSync('prlimit', ['--pid', String(service.pid), `--nofile=${open + 8}:`])
    const port = Number(new URL(service.url).port)
    const sockets = await Promise.all(Array.from({ length: 64 }, () => openSocket(port).catch(() => null)))
    for (const socket of sockets) socket?.destroy()
    // The service may have opened files of its own since they were counted.
    execFileSync('prlimit', ['--pid', String(service.pid), `--nofile=${open + 64}:`])
    // What was still in line when descriptors ran out is reset; then the door is open again.
    let answer = null
    while (answer === null) answer = await client.request('GET', '/health').catch(() => null)
    expect(answer.status).toBe(200)
  })
})
