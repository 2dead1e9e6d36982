import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseConsole, toPattern } from './docs/console-blocks.ts'

/**
 * `tsx scripts/walk-docs.ts docs/quickstart.md README.md`: types what a reader would type, in the order of the documents,
 * and compares what is printed with what they print.
 */
/** The longest is `npm test`, on a machine of which others take half. */
const commandMinutesMax = 60
const lookEveryMs = 100
/** A long log keeps its end only: what is said last must not push out what was said before. */
const shownLinesMax = 30
const say = (text: string) => process.stdout.write(text)

interface Running {
  readonly command: string
  readonly output: () => string
  readonly ended: Promise<number | string>
  interrupt(): void
}

const background: Running[] = []

/** In a group of its own, so that what a command started ends with it. */
function run(command: string): Running {
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
    say(chunk)
  })
  // Shown, but not compared: there npm speaks of its own affairs.
  child.stderr.setEncoding('utf8').on('data', say)
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code ?? 'unknown')),
  )
  const interrupt = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT')
  }
  return { command, output: () => output, ended, interrupt }
}

/** Until the words are there, or it ended without them. */
async function isPrinted(running: Running, pattern: RegExp): Promise<boolean> {
  let isRunning = true
  void running.ended.then(() => {
    isRunning = false
  })
  while (isRunning && !pattern.test(running.output())) await sleep(lookEveryMs)
  return pattern.test(running.output())
}

async function interruptBackground(): Promise<void> {
  for (const running of background.splice(0)) {
    running.interrupt()
    await running.ended
  }
}

async function walk(file: string): Promise<void> {
  for (const step of parseConsole(readFileSync(file, 'utf8'))) {
    if (step.kind === 'interrupt') {
      await interruptBackground()
      continue
    }
    const { kind, command, expected } = step
    say(`\n${file} $ ${command}\n`)
    const running = run(command)
    const watchdog = setTimeout(() => {
      say(`\n\`${command}\` has not ended after ${commandMinutesMax} minutes and is interrupted\n`)
      running.interrupt()
    }, commandMinutesMax * 60_000).unref()
    if (kind === 'background') {
      background.push(running)
      if (!(await isPrinted(running, toPattern(expected, { isWhole: false })))) fail(file, expected, running)
    } else {
      const code = await running.ended
      const pattern = toPattern(expected.length === 0 ? ['…'] : expected, { isWhole: true })
      if (code !== 0 || !pattern.test(`${running.output().trimEnd()}\n`)) fail(file, expected, running)
    }
    clearTimeout(watchdog)
  }
}

function fail(file: string, expected: readonly string[], { command, output }: Running): never {
  const parts = [
    `${file}: \`${command}\` failed or does not print what the document says`,
    '--- the document',
    ...expected,
    '--- printed, its end (the whole is above)',
    ...output().trimEnd().split('\n').slice(-shownLinesMax),
  ]
  throw new Error(parts.join('\n'))
}

try {
  for (const file of process.argv.slice(2)) await walk(file)
} catch (error) {
  say(`\n${error instanceof Error ? error.message : error}\n0 passed, 1 failed\n`)
  process.exitCode = 1
} finally {
  await interruptBackground()
}
