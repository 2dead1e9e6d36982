import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Child {
  readonly process: ChildProcess
  /** The next line it prints, or null when it has ended. */
  nextLine(): Promise<string | null>
  /** Everything it printed to standard error. */
  problems(): string
  kill(signal: NodeJS.Signals): Promise<void>
  /** Exit code, or null after a signal. */
  readonly exit: Promise<number | null>
}

/** Runs a file of `test/support/children` as a process of its own. */
export function startChild(name: string, args: readonly string[]): Child {
  const file = join(import.meta.dirname, 'children', `${name}.ts`)
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: join(import.meta.dirname, '..', '..'),
  })
  let problems = ''
  child.stderr.on('data', (chunk: Buffer) => {
    problems += chunk.toString()
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return {
    process: child,
    exit,
    problems: () => problems,
    async nextLine() {
      const line = await lines.next()
      return line.done ? null : line.value
    },
    async kill(signal) {
      child.kill(signal)
      await exit
    },
  }
}
