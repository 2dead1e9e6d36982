import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../../src/config/index.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

interface ComposeService {
  readonly image?: string
  readonly build?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: object
}

describe('Dockerfile', () => {
  test('default: the linter finds nothing', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
  })
})

describe('compose.yaml', () => {
  const compose: { readonly services: Readonly<Record<string, ComposeService>> } = parse(
    read('compose.yaml'),
    {
      merge: true,
    },
  )
  const services = Object.entries(compose.services)
  const ours = services.filter(([, { build }]) => build !== undefined)

  test('default: an API, an indexer and a keeper, each by its own command', () => {
    expect(Object.fromEntries(ours.map(([name, { command }]) => [name, command]))).toEqual({
      api: ['api'],
      index: ['index'],
      keeper: ['keeper'],
    })
  })
  test('behavior: every variable is a setting, and what a server needs is set', () => {
    const known = new Set(Object.values(settings).map(({ name }) => name))
    for (const [, { environment = {} }] of ours) {
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([])
      for (const name of ['ALEPHIUM_NODE_URL', 'DATABASE_URL', 'REDIS_URL', 'SECRET_KEYS', 'DEPLOYMENT_FILE'])
        expect(Object.keys(environment)).toContain(name)
    }
  })
  test('behavior: only the keeper knows its key', () => {
    const knowing = services.filter(([, { environment = {} }]) => 'KEEPER_KEY' in environment)
    expect(knowing.map(([name]) => name)).toEqual(['keeper'])
  })
  test('behavior: no secret has a default', () => {
    // The counters' address is a secret only where it holds a password; within these containers it holds none.
    const secrets = Object.values(settings).filter(({ name, secret }) => secret && name !== 'REDIS_URL')
    const texts = ours.flatMap(([, { environment = {} }]) =>
      secrets.flatMap(({ name }) => (name in environment ? [environment[name] ?? ''] : [])),
    )
    expect(texts.length).toBeGreaterThan(ours.length)
    // Empty here means passed on as it is set outside, or not at all.
    for (const text of texts) expect(text).toMatch(/^$|\$\{\w+:\?/)
  })
  test('behavior: what is waited for exists and says when it is well', () => {
    for (const [, { depends_on = {} }] of services)
      for (const [name, { condition }] of Object.entries(depends_on)) {
        const service = compose.services[name]
        expect(condition).toBe('service_healthy')
        expect(service?.healthcheck !== undefined || service?.build !== undefined).toBe(true)
      }
  })
  test('behavior: every foreign image names its version', () => {
    const images = services.flatMap(([, { image }]) => (image === undefined ? [] : [image]))
    for (const image of images) expect(image).toMatch(/:\d+\.\d+/)
    expect(images.length).toBe(3)
  })
})
