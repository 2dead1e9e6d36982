import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError } from '../config/index.ts'
import { createSeededRandom } from '../kit/index.ts'
import { ensureSecretKeys } from './secrets.ts'

describe('ensureSecretKeys', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sibyl-secrets-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('default: made once, then read, and for its owner only', async () => {
    const data = join(folder, 'new')
    const made = await ensureSecretKeys(data, createSeededRandom('a'))
    expect(made).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(await ensureSecretKeys(data, createSeededRandom('b'))).toEqual(made)
    expect(statSync(join(data, 'secret-keys')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(data, 'secret-keys'), 'utf8')).toBe(`${made[0]}\n`)
  })
  test('error: a damaged file is never replaced in silence', async () => {
    writeFileSync(join(folder, 'secret-keys'), 'torn')
    await expect(ensureSecretKeys(folder, createSeededRandom('a'))).rejects.toThrow(ConfigError)
    expect(readFileSync(join(folder, 'secret-keys'), 'utf8')).toBe('torn')
  })
})
