import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

describe('lockFolder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sibyl-test-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const take = () => {
    const lock = lockFolder(folder)
    if ('heldBy' in lock) throw new Error(`held by ${lock.heldBy}`)
    return lock
  }

  test('default: one holder, and the next after it', () => {
    const lock = take()
    expect(lockFolder(folder)).toEqual({ heldBy: process.pid })
    lock.release()
    take().release()
  })
  test('behavior: numbers only grow, and one file stays', () => {
    for (let i = 0; i < 3; i++) take().release()
    expect(readdirSync(folder)).toEqual(['lock.3'])
  })
  test('behavior: a living process holds it, also one that is not ours', () => {
    // Process 1 always lives; where its start cannot be read, its number must do.
    const startedAt = startOf(1)
    writeFileSync(join(folder, 'lock.7'), JSON.stringify({ pid: 1, startedAt }))
    expect(lockFolder(folder)).toEqual({ heldBy: 1 })
  })
  test.each([
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' })],
    ['a number that was given to another process', JSON.stringify({ pid: 1, startedAt: 'another time' })],
    ['this process in an earlier life', JSON.stringify({ pid: process.pid, startedAt: 'another time' })],
    ['a file that was never finished', '{"pid":'],
    ['a released one', ''],
  ])('behavior: %s holds nothing', (_name, text) => {
    writeFileSync(join(folder, 'lock.7'), text)
    take().release()
    expect(readdirSync(folder)).toEqual(['lock.8'])
  })
})

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
