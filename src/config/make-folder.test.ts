import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { makeFolder } from './make-folder.ts'

describe('makeFolder', () => {
  const base = mkdtempSync(join(tmpdir(), 'sibyl-folder-'))
  afterAll(() => rmSync(base, { recursive: true, force: true }))

  test('default: with those above it, and again', () => {
    const path = join(base, 'a', 'b', 'c')
    makeFolder(path, 'DATA_DIR')
    makeFolder(path, 'DATA_DIR')
    expect(existsSync(path)).toBe(true)
  })
  test('error: a file in the way', () => {
    const file = join(base, 'file')
    writeFileSync(file, '')
    expect(() => makeFolder(file, 'DATA_DIR')).toThrow(`DATA_DIR: ${file} is no folder`)
    expect(() => makeFolder(join(file, 'x'), 'DATA_DIR')).toThrow(
      /DATA_DIR: the folder .*file.x cannot be made/,
    )
  })
  test('error: where the system makes none it says so and ends', (context) => {
    if (process.platform !== 'linux') context.skip('needs /proc, which only Linux has')
    expect(() => makeFolder('/proc/sibyl/data', 'DATA_DIR')).toThrow(ConfigError)
    expect(() => makeFolder('/proc/sibyl/data', 'DATA_DIR')).toThrow('the folder /proc/sibyl cannot be made')
  })
})
