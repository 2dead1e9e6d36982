import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseConsole, toPattern } from './docs/console-blocks.ts'

/**
 * `tsx scripts/walk-docs.ts README.md docs/quickstart.md`: types what a reader would type, in the order of the documents,
 * and compares what is printed with what they print. A block marked `console background` keeps running until the end.
 */
const silenceMaxMs = 10 * 60_000
const say = (text: string) => process.stdout.write(text)

interface Running {
  readonly output: () => string
  readonly ended: Promise<number | string>
  stop(): void
}

const background: Running[] = []

/** In a group of its own, so that what a command started ends with it. */
function run(command: string): Running {
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      say(chunk)
    })
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code ?? 'unknown')),
  )
  return {
    output: () => output,
    ended,
    stop() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    },
  }
}

async function untilPrinted(running: Running, pattern: RegExp): Promise<boolean> {
  for (;;) {
    if (pattern.test(running.output())) return true
    const pause = new Promise<'pause'>((resolve) => setTimeout(() => resolve('pause'), 100))
    if ((await Promise.race([running.ended, pause])) !== 'pause') return pattern.test(running.output())
  }
}

async function walk(file: string): Promise<void> {
  for (const { command, expected, isBackground } of parseConsole(readFileSync(file, 'utf8'))) {
    say(`\n${file} $ ${command}\n`)
    const running = run(command)
    const watchdog = setTimeout(() => running.stop(), silenceMaxMs)
    if (isBackground) {
      background.push(running)
      if (!(await untilPrinted(running, toPattern(expected, { isWhole: false }))))
        fail(file, command, expected, running.output())
    } else {
      const code = await running.ended
      if (code !== 0) fail(file, command, ['(exit code 0)'], `exit code ${code}`)
      if (
        expected.length > 0 &&
        !toPattern(expected, { isWhole: true }).test(`${running.output().trimEnd()}\n`)
      )
        fail(file, command, expected, running.output())
    }
    clearTimeout(watchdog)
  }
}

function fail(file: string, command: string, expected: readonly string[], got: string): never {
  throw new Error(
    `${file}: "${command}" does not print what the document says\n--- document\n${expected.join('\n')}\n--- printed\n${got}`,
  )
}

try {
  for (const file of process.argv.slice(2)) await walk(file)
} catch (error) {
  say(`\n${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  for (const running of background) running.stop()
  await Promise.all(background.map(({ ended }) => ended))
}
