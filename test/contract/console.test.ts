import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/store/index.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const page = '<!doctype html><title>Sibyl</title>'
const script = 'export const answer = 42\n'.repeat(100)

let folder: string
let own: TestDatabase
let database: Database
let withConsole: TestApi
let without: TestApi
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sibyl-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'assets', 'index-abc.js'), script)
  writeFileSync(join(folder, 'assets', 'index-abc.js.gz'), gzipSync(script))
  own = await createTestDatabase('embedded')
  database = await own.open()
  withConsole = await createTestApi({ database, settings: { consoleFolder: folder } })
  without = await createTestApi({ database })
})
afterAll(async () => {
  await withConsole.close()
  await without.close()
  await database.close()
  await own.drop()
  rmSync(folder, { recursive: true })
})

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const ask = (api: TestApi, url: string, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') =>
  api.api.inject({ method, url, headers })

describe('pages for people', () => {
  test.each(['/', '/m/anything', '/m/%00', '/m/%ff', '/%', '/portfolio?tab=orders', '/v1x'])(
    'default: a browser at %s gets the page',
    async (url) => {
      const answer = await ask(withConsole, url, browser)
      expect([answer.statusCode, answer.body]).toEqual([200, page])
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
          "connect-src 'self' http://127.0.0.1:22973; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
          "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types sibyl",
      })
    },
  )
  test('behavior: files whose name carries a hash may be kept for ever, and come compressed', async () => {
    const answer = await ask(withConsole, '/assets/index-abc.js', { 'accept-encoding': 'gzip' })
    expect([answer.statusCode, answer.headers['content-encoding'], answer.headers['cache-control']]).toEqual([
      200,
      'gzip',
      'public, max-age=31536000, immutable',
    ])
    expect((await ask(withConsole, '/assets/index-abc.js', {})).body).toBe(script)
  })
  test('behavior: what a file asks for does not say where it was asked from', async () => {
    const answer = await ask(withConsole, '/assets/index-abc.js', {})
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  })
  test.each([
    ['a machine asks', '/portfolio', { accept: 'application/json' }, 'GET'],
    ['nobody says what is wanted', '/portfolio', {}, 'GET'],
    ['it is under /v1', '/v1/portfolio', browser, 'GET'],
    ['it is /v1', '/v1', browser, 'GET'],
    ['a file is not there', '/assets/other.js', browser, 'GET'],
    ['a path leaves the folder', '/assets/..%2findex.html', browser, 'GET'],
    ['no file can have the name', '/%61ssets/%00', browser, 'GET'],
    ['a machine asks for NUL', '/m/%00', { accept: 'application/json' }, 'GET'],
    ['it is no read', '/portfolio', browser, 'POST'],
  ] as const)('error: %s: the contract’s 404', async (_, url, headers, method) => {
    const answer = await ask(withConsole, url, headers, method)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  })
  test.each([
    ['a machine', '/m/%ff', { accept: 'application/json' }],
    ['a file', '/assets/%ff', browser],
    ['a read', '/v1/%ff', browser],
  ])('error: %s under a path that cannot be decoded: the contract’s 400', async (_, url, headers) => {
    const answer = await ask(withConsole, url, headers)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_REQUEST'])
  })
  test('error: without a console a browser gets the contract’s 404 too', async () => {
    const answer = await ask(without, '/', browser)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
  })
})
