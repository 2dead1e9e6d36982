import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const secret = 's'.repeat(32)

function complaintsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.complaints
    throw error
  }
  return []
}

describe('readConfig', () => {
  test('default: an empty environment is enough', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: '.sibyl',
      databaseUrl: null,
      readUrls: [],
      trustProxy: false,
      corsOrigins: ['*'],
      anonymousReads: 60,
      anonymousWrites: 10,
      keyReads: 600,
      keyWrites: 60,
      confirmations: 10,
      maxIndexLagMs: 60_000,
      feedRetentionHours: 24,
      maintenance: false,
    })
    expect(Object.isFrozen(config)).toBe(true)
  })
  test('behavior: values are typed', () => {
    expect(
      readConfig({
        PORT: '0',
        MAINTENANCE: 'true',
        CORS_ORIGINS: 'https://a.example, http://localhost:5173',
        DATABASE_URL: 'postgresql://u:p@db:5432/sibyl',
        SECRET_KEYS: `${secret},${secret}x`,
        TRUST_PROXY: '10.0.0.0/8, ::1',
      }),
    ).toMatchObject({
      port: 0,
      maintenance: true,
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      secretKeys: [secret, `${secret}x`],
      trustProxy: ['10.0.0.0/8', '::1'],
    })
  })
  test.each([
    ['true', 1],
    ['2', 2],
    ['false', false],
  ])('behavior: TRUST_PROXY=%s', (text, value) =>
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(value),
  )
  test.each([
    ['PORT', '70000'],
    ['PORT', '0x10'],
    ['PORT', ' 3000'],
    ['PORT', ''],
    ['MAINTENANCE', 'yes'],
    ['PUBLIC_URL', 'sibyl.example'],
    ['PUBLIC_URL', 'ftp://sibyl.example'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['CORS_ORIGINS', ','],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/40'],
    ['RATE_LIMIT_ANON_READS', '0'],
    ['LOG_LEVEL', 'loud'],
    ['KEEPER_KEY', 'abc'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['DATABASE_URL', ''],
    ['DATABASE_URL', 'postgres://host'],
    ['DATABASE_READ_URLS', 'postgres://u@a/x,localhost'],
    ['DATABASE_READ_URLS', 'postgres://u@a'],
    ['DATABASE_READ_URLS', 'postgres://u@a/x'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'http://localhost'],
    ['REDIS_URL', 'redis://localhost/zero'],
    ['REDIS_TIMEOUT_MS', '0'],
    ['SECRET_KEYS', 'short'],
    ['SIBYL_API_KEY', 'sibyl_live_x\n'],
    ['SIBYL_API_KEY', 'sibyl_live_x\r'],
    ['SIBYL_API_KEY', 'sibyl_live_ключ'],
    ['ALEPHIUM_NODE_API_KEY', 'key with spaces'],
  ])('error: %s=%j is named', (name, text) => {
    expect(complaintsOf({ SECRET_KEYS: secret, [name]: text })).toEqual([expect.stringMatching(`^${name} `)])
  })
  test('error: a database without secret keys', () => {
    expect(complaintsOf({ DATABASE_URL: 'postgres://u@h/d' })).toEqual([
      expect.stringMatching(/^SECRET_KEYS is required/),
    ])
  })
  test('error: everything wrong is said at once, and secrets are not repeated', () => {
    const complaints = complaintsOf({ PORT: 'x', SECRET_KEYS: 'hunter2', DATABASE_URL: 'http://u:hunter3@h' })
    expect(complaints).toHaveLength(3)
    expect(complaints.join('\n')).not.toMatch(/hunter/)
  })
})

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-config-'))
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  afterAll(() => rmSync(folder, { recursive: true }))

  test('default: the file’s text, without the end of its line', () => {
    const keys = `${secret},${secret}x`
    expect(readConfig({ SECRET_KEYS_FILE: write('keys', `${keys}\n`) }).secretKeys).toEqual(keys.split(','))
    expect(readConfig({ SECRET_KEYS_FILE: write('keys', `${keys}\r\n`) }).secretKeys).toEqual(keys.split(','))
  })
  test('behavior: only secrets have one', () => {
    expect(readConfig({ PORT_FILE: join(folder, 'nowhere') }).port).toBe(3000)
  })
  test('error: both the value and its file', () => {
    const path = write('both', secret)
    expect(complaintsOf({ SECRET_KEYS: secret, SECRET_KEYS_FILE: path })).toEqual([
      'SECRET_KEYS and SECRET_KEYS_FILE are both set: keep one',
    ])
  })
  test('error: one that cannot be read is told, and not that it is missing', () =>
    expect(
      complaintsOf({ DATABASE_URL: 'postgres://u:p@h/d', SECRET_KEYS_FILE: join(folder, 'absent') }),
    ).toEqual([`SECRET_KEYS_FILE cannot be read (ENOENT): "${join(folder, 'absent')}"`]))
  test('error: absent, a folder, a pipe, empty, too long', () => {
    const told = (path: string) => complaintsOf({ KEEPER_KEY_FILE: path })
    const absent = join(folder, 'absent')
    expect(told(absent)).toEqual([`KEEPER_KEY_FILE cannot be read (ENOENT): "${absent}"`])
    expect(told(folder)).toEqual([`KEEPER_KEY_FILE is not a file: "${folder}"`])
    const empty = write('empty', '\n')
    expect(told(empty)).toEqual([`KEEPER_KEY_FILE is an empty file: "${empty}"`])
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(told(pipe)).toEqual([`KEEPER_KEY_FILE is not a file: "${pipe}"`])
    const long = write('long', 'a'.repeat(64 * 1_024 + 1))
    expect(told(long)).toEqual([`KEEPER_KEY_FILE is a file of more than 65536 bytes: "${long}"`])
    expect(told(write('full', 'a'.repeat(64 * 1_024)))).toEqual([
      expect.stringMatching(/^KEEPER_KEY must be (?!.*aaa)/),
    ])
  })
})
