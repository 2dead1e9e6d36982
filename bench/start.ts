import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monotonicMs } from '../src/kit/index.ts'

/** Seconds from `npm start` to the first 200 of /health: in an empty folder, then twice in the same one (bar: 5 s). */
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'sibyl-bench-start-'))
const bar = 5

async function start(): Promise<number> {
  const startedMs = monotonicMs()
  const child = spawn(process.execPath, [join(root, 'scripts', 'run.mjs'), 'start'], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', DEVNET_PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /listens on (\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
  })
  const { status } = await fetch(`${url}/health`)
  if (status !== 200) throw new Error(`/health answered ${status}`)
  const seconds = (monotonicMs() - startedMs) / 1000
  const gone = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  await gone
  return seconds
}

console.log(`  empty folder: ${(await start()).toFixed(1)} s`)
const again = Math.min(await start(), await start())
rmSync(folder, { recursive: true, force: true })
console.log(`${again < bar ? 'ok  ' : 'MISS'} second start: ${again.toFixed(1)} s (bar ${bar} s)`)
process.exit(again < bar ? 0 : 1)
