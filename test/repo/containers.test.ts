import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { shippedFlags } from '../../bench/support/server.ts'
import { settings } from '../../src/config/index.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

interface ComposeService {
  readonly image?: string
  readonly build?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: object
}

describe('Dockerfile', () => {
  test('default: the linter finds nothing', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
  })
})

describe('how Node is started', () => {
  test('behavior: image, units, handbook and benches give it the same flags', () => {
    const units = readdirSync(join(root, 'deploy', 'systemd')).filter((name) => name.endsWith('.service'))
    const lines = [
      /ENTRYPOINT (.+)/.exec(read('Dockerfile'))![1]!,
      ...units.map((name) => /ExecStart=(.+)/.exec(read(`deploy/systemd/${name}`))![1]!),
      /Let a supervisor run `(.+?)`/.exec(read('docs/operations.md'))![1]!,
    ]
    expect(lines).toHaveLength(5)
    for (const line of lines) expect(line.match(/--[a-z=\d-]+/g), line).toEqual(shippedFlags)
  })
})

describe('compose.yaml', () => {
  const compose: {
    readonly services: Readonly<Record<string, ComposeService>>
    readonly secrets: Readonly<Record<string, object>>
  } = parse(read('compose.yaml'), {
    merge: true,
  })
  const services = Object.entries(compose.services)
  const ours = services.filter(([, { build }]) => build !== undefined)

  test('default: two APIs, two indexers and two keepers, each by its own command', () => {
    expect(Object.fromEntries(ours.map(([name, { command }]) => [name, command]))).toEqual({
      'api-1': ['api'],
      'api-2': ['api'],
      'index-1': ['index'],
      'index-2': ['index'],
      'keeper-1': ['keeper'],
      'keeper-2': ['keeper'],
    })
  })
  test('behavior: every variable is a setting, and what a server needs is set', () => {
    const known = new Set(
      Object.values(settings).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
    )
    const needed = [
      'ALEPHIUM_NODE_URL',
      'DATABASE_URL_FILE',
      'REDIS_URL',
      'SECRET_KEYS_FILE',
      'DEPLOYMENT_FILE',
    ]
    for (const [, { environment = {} }] of ours) {
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([])
      expect(needed.filter((name) => !(name in environment))).toEqual([])
    }
  })
  test('behavior: only the keepers know their key', () => {
    const knowing = services.filter(
      ([, { environment = {}, secrets = [] }]) =>
        'KEEPER_KEY' in environment || 'KEEPER_KEY_FILE' in environment || secrets.includes('keeper_key'),
    )
    expect(knowing.map(([name]) => name)).toEqual(['keeper-1', 'keeper-2'])
  })
  test('behavior: a secret comes from a file that the part was given, and none stands in this one', () => {
    for (const [name, { environment = {}, secrets = [] }] of services) {
      const files = Object.entries(environment).filter(
        ([key]) => key.endsWith('_FILE') && key !== 'DEPLOYMENT_FILE',
      )
      expect({ name, files: files.map(([, path]) => path) }).toEqual({
        name,
        files: expect.arrayContaining(secrets.map((secret) => `/run/secrets/${secret}`)),
      })
      expect(files.length).toBe(secrets.length)
    }
    // The counters' address is a secret only where it holds a password; within these containers it holds none. The node's
    // key is passed on as it is set outside, or not at all.
    const plain = ['REDIS_URL', 'ALEPHIUM_NODE_API_KEY']
    const written = Object.values(settings).filter(
      ({ name, secret }) =>
        secret && !plain.includes(name) && ours.some(([, { environment = {} }]) => name in environment),
    )
    expect(written).toEqual([])
    expect(Object.keys(compose.secrets).sort()).toEqual(
      [...new Set(services.flatMap(([, { secrets = [] }]) => secrets))].sort(),
    )
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
    expect(images.length).toBe(4)
  })
})
