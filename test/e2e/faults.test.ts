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

describe('a process that met a surprise', () => {
  test.each([
    ['an exception in a timer', "setTimeout(() => { throw new Error('boom') }, 1)"],
    ['a rejection nobody handles', "Promise.reject(new Error('boom'))"],
  ])('error: %s is logged and ends it', async (_what, statement) => {
    service = await startService({ DATA_DIR: data.path, NODE_OPTIONS: trap(statement) })
    service.kill('SIGUSR2')
    expect(await service.exited).toBe(1)
    expect(service.output()).toMatch(/"event":"crashed"/)
    expect(service.output()).toContain('boom')
  })
})

describe('too little of everything', () => {
  test('behavior: out of file descriptors it refuses, and accepts again when there are some', async (context) => {
    if (process.platform !== 'linux') context.skip('needs prlimit, which only Linux has')
    service = await startService({ DATA_DIR: data.path })
    const client = createHttpClient(service.url)
    const open = readdirSync(`/proc/${service.pid}/fd`).length
    execFileSync('prlimit', ['--pid', String(service.pid), `--nofile=${open + 8}:`])
    const port = Number(new URL(service.url).port)
    const sockets = await Promise.all(Array.from({ length: 64 }, () => openSocket(port).catch(() => null)))
    for (const socket of sockets) socket?.destroy()
    // What was still in line when descriptors ran out is reset; then the door is open again.
    let answer = null
    while (answer === null) answer = await client.request('GET', '/health').catch(() => null)
    expect(answer.status).toBe(200)
  })
})
