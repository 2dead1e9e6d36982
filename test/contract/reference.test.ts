import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import specs from '@asyncapi/specs'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/api/index.ts'
import type { Database } from '../../src/store/index.ts'
import { operations, streamOperation } from '../../src/wire/index.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createWallet, mint } from '../support/wallet.ts'

const root = join(import.meta.dirname, '..', '..')

let own: TestDatabase
let database: Database
let api: TestApi
beforeAll(async () => {
  own = await createTestDatabase('embedded')
  database = await own.open()
  api = await createTestApi({ database })
})
afterAll(async () => {
  await api.close()
  await database.close()
  await own.drop()
})

describe('/openapi.json', () => {
  test('default: what is served is what is committed, but for the version', async () => {
    const committed = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'openapi.json'), 'utf8'),
    ) as { info: object }
    const served = (await api.request('GET', '/openapi.json')).json()
    expect({ ...served, info: { ...served.info, version: '' } }).toEqual({
      ...committed,
      info: { ...committed.info, version: '' },
    })
  })
  test('behavior: every route is documented once, and nothing else', async () => {
    const { paths } = (await api.request('GET', '/openapi.json')).json()
    const documented = Object.entries(paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const served = [...routes, streamOperation].map(({ method, path }) => `${method} ${path}`)
    expect(documented.sort()).toEqual(served.sort())
    expect(routes.map(({ id }) => id).sort()).toEqual(Object.keys(operations).sort())
  })
  test('behavior: operation ids are unique, and every operation says what it does', async () => {
    const { paths } = (await api.request('GET', '/openapi.json')).json()
    expect(
      [...routes, streamOperation].filter(({ description }) => description === undefined).map(({ id }) => id),
    ).toEqual([])
    const ids = Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      (operations) => Object.values(operations).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the examples of /openapi.json', () => {
  interface Shown {
    readonly schema: object
    readonly example?: unknown
  }
  interface Documented {
    readonly operationId: string
    readonly parameters?: readonly (Shown & { readonly name: string; readonly required: boolean })[]
    readonly requestBody?: { readonly content: Readonly<Record<string, Shown>> }
    readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Shown>> }>>
  }
  const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'))
  const documented = Object.values(document.paths as Record<string, Record<string, Documented>>).flatMap(
    (methods) => Object.values(methods),
  )
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: 'sibyl', components: document.components })
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
  /** What is wrong with it, or nothing. */
  function faultOf({ schema, example }: Shown): string | undefined {
    if (example === undefined) return 'has no example'
    const local = JSON.stringify(schema).replaceAll('"#/components', '"sibyl#/components')
    const isValid = compiled.get(local) ?? ajv.compile(JSON.parse(local))
    compiled.set(local, isValid)
    return isValid(example) ? undefined : ajv.errorsText(isValid.errors)
  }

  test('default: every body and every answer of success has one, and it is as its schema says', () => {
    const faults = documented.flatMap(({ operationId, requestBody, responses }) => {
      const shown = [
        ...Object.entries(requestBody?.content ?? {}),
        ...Object.entries(responses['200']?.content ?? {}),
      ]
      return shown.map(([type, each]) => [operationId, type, faultOf(each)])
    })
    expect(faults.filter(([, , fault]) => fault !== undefined)).toEqual([])
    expect(faults.length).toBeGreaterThan(90)
  })
  test('default: every answer of an error has one for each of its codes, and it is as its schema says', () => {
    const { examples } = document.components as { examples: Record<string, { value: { code: string } }> }
    let codes = 0
    for (const { operationId, responses } of documented)
      for (const [status, { content = {} }] of Object.entries(responses))
        for (const { schema, examples: named = {} } of Object.values(content) as (Shown & {
          examples?: Record<string, { $ref: string }>
        })[]) {
          if (Number(status) < 400) continue
          const own = Object.entries(named)
          expect([operationId, status, own.length > 0]).toEqual([operationId, status, true])
          for (const [code, { $ref }] of own) {
            const { value } = examples[$ref.replace('#/components/examples/', '')]!
            expect(value.code).toBe(code)
            expect(faultOf({ schema, example: value })).toBeUndefined()
            codes += 1
          }
        }
    expect(codes).toBeGreaterThan(400)
  })
  test('behavior: errors that need no chain are answered as their example says', async () => {
    const { examples } = document.components as { examples: Record<string, { value: object }> }
    const market = (examples.NOT_FOUND!.value as { details: { marketAddress: string } }).details.marketAddress
    const { key } = await mint(api, createWallet(), { scopes: ['read'] })
    const asked = {
      INVALID_REQUEST: await api.request('GET', '/v1/markets?limit=0'),
      UNAUTHORIZED: await api.request('GET', '/v1/auth/keys'),
      INSUFFICIENT_SCOPE: await api.request('POST', `/v1/tx/markets/${market}/orders`, { key, json: {} }),
      NOT_FOUND: await api.request('GET', `/v1/markets/${market}`),
      'NOT_FOUND.key': await api.request('DELETE', '/v1/auth/keys/key_cvm9k3XadMahmgjusqd9', { key }),
      'NOT_FOUND.event': await api.request('GET', '/v1/events/99'),
      'NOT_FOUND.proposal': await api.request('GET', '/v1/voting/proposals/99'),
    }
    for (const [code, answer] of Object.entries(asked)) expect(answer.json()).toEqual(examples[code]!.value)
  })
  test('behavior: what is not there, or stands in the way, is what the operation is about', () => {
    const { examples } = document.components as { examples: Record<string, { value: { details: object } }> }
    const said = (id: string, status: string, code: string): unknown => {
      const { content } = documented.find(({ operationId }) => operationId === id)!.responses[status]!
      const { examples: named } = content!['application/json'] as {
        examples?: Record<string, { $ref: string }>
      }
      return examples[named![code]!.$ref.replace('#/components/examples/', '')]!.value.details
    }
    const missing = (id: string) => said(id, '404', 'NOT_FOUND')
    expect(missing('revokeKey')).toEqual({ keyId: 'key_cvm9k3XadMahmgjusqd9' })
    for (const id of ['getProposal', 'listProposalVotes', 'vote'])
      expect(missing(id)).toEqual({ proposalId: 99 })
    for (const id of ['takeParlay', 'cancelParlay']) expect(missing(id)).toEqual({ parlayId: 99 })
    for (const id of ['cancelOrder', 'cancelOrderByPost']) expect(missing(id)).toEqual({ orderId: 25 })
    expect(missing('getEvent')).toEqual({ eventId: 99 })
    expect(missing('mineBlocks')).toBeUndefined()
    expect(Object.keys(missing('getMarket') as object)).toEqual(['marketAddress'])
    expect(said('mintKey', '409', 'STATE_CONFLICT')).toEqual({ reason: 'key_limit', limit: 50 })
  })
  test('default: so has every parameter that must be there, and those that have one are right', () => {
    const faults = documented.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ required, example }) => required || example !== undefined)
        .map((each) => [operationId, each.name, faultOf(each)]),
    )
    expect(faults.filter(([, , fault]) => fault !== undefined)).toEqual([])
  })
})

describe('/asyncapi.json', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

  test('default: what is served is what is committed, but for the version', async () => {
    const committed = read('docs/asyncapi.json')
    const served = (await api.request('GET', '/asyncapi.json')).json()
    expect({ ...served, info: { ...served.info, version: '' } }).toEqual({
      ...committed,
      info: { ...committed.info, version: '' },
    })
  })
  test('behavior: fits the official schema of AsyncAPI 3.0.0', () => {
    const ajv = new Ajv({
      meta: false,
      validateSchema: false,
      strict: false,
      allErrors: true,
      validateFormats: false,
    })
    const isValid = ajv.compile(specs.schemas['3.0.0'] as object)
    expect(isValid(read('docs/asyncapi.json')) || isValid.errors).toBe(true)
    expect(isValid({ ...read('docs/asyncapi.json'), channels: { ws: { address: 7 } } })).toBe(false)
  })
  test('behavior: every reference leads somewhere', () => {
    const document = read('docs/asyncapi.json')
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path!,
    )
    const lost = references.filter(
      (path) =>
        path
          .split('/')
          .reduce<Record<string, unknown> | undefined>(
            (at, name) => at?.[name] as Record<string, unknown> | undefined,
            document,
          ) === undefined,
    )
    expect(lost).toEqual([])
    expect(references.length).toBeGreaterThan(60)
  })
})

describe('/docs', () => {
  test.each([
    ['a path out of its folder', '/docs/static/.%2e/x', {}, 404, 'NOT_FOUND'],
    ['a path from the root', '/docs/static//etc/passwd', {}, 404, 'NOT_FOUND'],
    ['NUL in a path', '/docs/static/%00', {}, 404, 'NOT_FOUND'],
    [
      'a range beyond the end',
      '/docs/static/swagger-ui.css',
      { range: 'bytes=9999999-' },
      400,
      'INVALID_REQUEST',
    ],
    [
      'a precondition that fails',
      '/docs/static/swagger-ui.css',
      { 'if-match': '"x"' },
      400,
      'INVALID_REQUEST',
    ],
  ])('error: %s is the caller’s fault', async (_what, path, headers, status, code) => {
    const answer = await api.api.inject({ method: 'GET', url: path, headers })
    expect([answer.statusCode, answer.json().statusCode, answer.json().code]).toEqual([status, status, code])
  })
  test('default: the page and everything it loads come from this server', async () => {
    const page = await api.request('GET', '/docs')
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) {
      expect(link).not.toMatch(/^(https?:)?\/\//)
      const asset = await api.request('GET', new URL(link, 'http://x/docs/').pathname)
      expect([link, asset.status]).toEqual([link, 200])
    }
  })
  test('behavior: locks are on what needs a key, and it says which', async () => {
    const { paths } = (await api.request('GET', '/docs/json')).json()
    const locked = Object.values(
      paths as Record<string, Record<string, { operationId: string; description: string; security: [] }>>,
    )
      .flatMap((methods) => Object.values(methods))
      .filter(({ security }) => security.length > 0)
    expect(locked.map(({ operationId }) => operationId).sort()).toEqual(
      routes
        .filter(({ access }) => access !== 'public')
        .map(({ id }) => id)
        .sort(),
    )
    const of = (id: string) => locked.find(({ operationId }) => operationId === id)?.description
    expect([of('listKeys'), of('placeOrder')]).toEqual([
      expect.stringMatching(/ Needs a key\.$/),
      expect.stringMatching(/ Needs a key with the scope `write:tx`\.$/),
    ])
  })
  test('behavior: its policy lets it load and call nothing else', async () => {
    const policy = String((await api.request('GET', '/docs')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:/)
  })
})

describe('/health, /ready and /metrics', () => {
  test('default: all three answer', async () => {
    expect((await api.request('GET', '/health')).json()).toEqual({ status: 'ok' })
    expect((await api.request('GET', '/ready')).json()).toEqual({ ready: true })
    const metrics = await api.request('GET', '/metrics')
    expect([metrics.body, metrics.headers['content-type']]).toEqual([
      'sibyl_up 1\n',
      'text/plain; version=0.0.4',
    ])
  })
  test('error: not ready is 503 with the reasons', async () => {
    const unready = await createTestApi({
      database,
      parts: {
        operator: {
          unreadyReasons: async () => ['the index lags'],
          metrics: async () => ({ contentType: 'text/plain', text: '' }),
        },
      },
    })
    expect((await unready.request('GET', '/ready')).json()).toMatchObject({
      statusCode: 503,
      code: 'UNAVAILABLE',
      details: { reasons: ['the index lags'] },
    })
    await unready.close()
  })
})
