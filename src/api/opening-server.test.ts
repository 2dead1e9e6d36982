import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeededRandom } from '../kit/index.ts'
import { createOpeningServer, type OpeningServer } from './opening-server.ts'

let folder: string
let port: number
let opening: OpeningServer
const url = (path: string): string => `http://127.0.0.1:${port}${path}`
const browser = { headers: { accept: 'text/html,*/*;q=0.8' } }

const createHere = () =>
  createOpeningServer({
    host: '127.0.0.1',
    port,
    consoleFolder: folder,
    nodeUrl: 'http://127.0.0.1:22973',
    random: createSeededRandom('opening'),
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sibyl-opening-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><head><title>Sibyl</title></head>')
  writeFileSync(join(folder, 'assets', 'index-abc.js'), 'export {}\n')
  port = await freePort()
  opening = await createHere()
  await opening.start()
})
afterAll(async () => {
  await opening.stop()
  rmSync(folder, { recursive: true })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number }
      server.close(() => resolve(free))
    })
  })
}

describe('a venue that is being made', () => {
  test('default: people get the page, marked, with the policy of the console', async () => {
    const answer = await fetch(url('/m/anything'), browser)
    expect([answer.status, await answer.text()]).toEqual([
      200,
      '<!doctype html><head><meta name="opening" content="true"><title>Sibyl</title></head>',
    ])
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(await (await fetch(url('/assets/index-abc.js'))).text()).toBe('export {}\n')
  })
  test('behavior: the page can ask how far it has come', async () => {
    const ask = async () => (await fetch(url('/v1/opening'))).json()
    expect(await ask()).toEqual({ doing: 'Opening the venue', done: 0, total: 1 })
    opening.report({ doing: 'Making the demo venue', done: 3, total: 9 })
    expect(await ask()).toEqual({ doing: 'Making the demo venue', done: 3, total: 9 })
  })
  test('behavior: a supervisor finds it alive but not ready', async () => {
    expect((await fetch(url('/health'))).status).toBe(200)
    const answer = await fetch(url('/ready'))
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { code: 'UNAVAILABLE', details: { reason: 'opening', retryAfter: 1 } },
    ])
    expect(answer.headers.get('retry-after')).toBe('1')
  })
  test('error: a caller of the interface gets the contract’s 503', async () => {
    const answer = await fetch(url('/v1/markets'), { method: 'POST', body: '{}' })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'UNAVAILABLE'])
  })
  test('error: a port that is taken is told with its setting', async () => {
    const second = await createHere()
    await expect(second.start()).rejects.toThrow(
      `PORT ${port} is taken on 127.0.0.1: stop what uses it, or set PORT to another (0 picks a free one)`,
    )
  })
})
