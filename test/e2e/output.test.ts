import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const sibyl = join(import.meta.dirname, '..', '..', 'bin', 'sibyl.mjs')

/** Its exit code and what it complained of; `stdout` is where its answer goes. */
async function run(args: readonly string[], stdout: number | 'closed'): Promise<[unknown, string]> {
  const child = spawn(process.execPath, [sibyl, ...args], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', stdout === 'closed' ? 'pipe' : stdout, 'pipe'],
  })
  child.stdout?.destroy()
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  return [code, stderr]
}

describe('where an answer goes', () => {
  test('behavior: who has read enough closes the pipe, and nothing is wrong', async () => {
    expect(await run(['--help'], 'closed')).toEqual([0, ''])
    expect(await run(['completion', 'bash'], 'closed')).toEqual([0, ''])
  })
  test.skipIf(!existsSync('/dev/full'))('error: a full disk is a sentence', async () => {
    const full = openSync('/dev/full', 'w')
    expect(await run(['--help'], full)).toEqual([1, 'the answer cannot be written (ENOSPC)\n'])
    expect(await run(['completion', 'zsh'], full)).toEqual([1, 'the answer cannot be written (ENOSPC)\n'])
  })
})
