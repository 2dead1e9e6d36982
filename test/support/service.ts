import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from './database.ts'

const root = join(import.meta.dirname, '..', '..')

/** A folder for one test's service; gone with `remove`. */
export function createDataDir(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'sibyl-e2e-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Puts a migrated database into the folder: making one takes seconds that only one test needs to spend. */
export async function seedDatabase(dataDir: string): Promise<void> {
  const template = await createTestDatabase('embedded')
  if (template.options.kind !== 'embedded' || template.options.folder === null) throw new Error('no folder')
  cpSync(template.options.folder, join(dataDir, 'database'), { recursive: true })
  await template.drop()
}

export interface Service {
  readonly url: string
  readonly nodeUrl: string
  readonly pid: number
  /** Everything it has written so far. */
  readonly output: () => string
  /** Its exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>
  kill(signal: NodeJS.Signals): void
}

export interface Finished {
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}

type Environment = Readonly<Record<string, string>>

/** Free ports, no demo, and no refusals because the machine that runs the tests is busy. */
const defaults = { PORT: '0', DEVNET_PORT: '0', DEMO: 'false', EVENT_LOOP_DELAY_MAX_MS: '3600000' }

/** `npm start` without npm: the same script. */
export const startService = (environment: Environment, args: readonly string[] = []): Promise<Service> =>
  untilListening(launch(['start', ...args], environment))

/** The same with npm, which `kill` reaches and nobody else. */
export const startWithNpm = (environment: Environment): Promise<Service> =>
  untilListening(watched(spawn('npm', ['start'], optionsOf(environment))))

/** The same in a clone of its own, told of as soon as anything answers: that needs a port which is known before. */
export async function openService(
  environment: Environment & { readonly PORT: string },
  clone: string,
): Promise<{ readonly url: string; readonly listening: Promise<Service>; stop(): Promise<unknown> }> {
  const launched = launch(['start'], environment, join(clone, 'scripts', 'run.mjs'), clone)
  const listening = untilListening(launched)
  const url = `http://127.0.0.1:${environment.PORT}`
  let hasEnded = false
  void launched.exited.then(() => {
    hasEnded = true
  })
  while (!hasEnded && (await fetch(`${url}/health`).catch(() => null)) === null)
    await new Promise(setImmediate)
  const stop = (): Promise<unknown> => {
    launched.child.kill('SIGTERM')
    return launched.exited
  }
  return { url, listening, stop }
}

async function untilListening({ child, output, exited }: Launched): Promise<Service> {
  const url = await Promise.race([
    waitFor(child, output, /Sibyl listens on (\S+)\s/),
    exited.then((code) => {
      throw new Error(`the service ended with ${code}:\n${output()}`)
    }),
  ])
  const nodeUrl = await waitFor(child, output, /node\s+(http\S+)\s/)
  return { url, nodeUrl, pid: child.pid ?? 0, output, exited, kill: (signal) => void child.kill(signal) }
}

/** `sibyl devnet`: the node alone. */
export async function startDevnetAlone(
  environment: Environment,
  args: readonly string[] = [],
): Promise<Omit<Service, 'nodeUrl'>> {
  const { child, output, exited } = launch(['devnet', ...args], environment, join(root, 'bin', 'sibyl.mjs'))
  const url = await Promise.race([
    // An empty line that no further wallet follows ends the list.
    waitFor(child, output, /devnet listens on (\S+).*group 3.*key +[0-9a-f]{64}\n\n(?! {2}group)/s),
    exited.then((code) => {
      throw new Error(`the devnet ended with ${code}:\n${output()}`)
    }),
  ])
  return { url, pid: child.pid ?? 0, output, exited, kill: (signal) => void child.kill(signal) }
}

/** `sibyl api`, `sibyl index` or `sibyl keeper`: one part in a process of its own; `url` is where it answers probes. */
export async function startRole(
  role: 'api' | 'index' | 'keeper',
  environment: Environment,
): Promise<Omit<Service, 'nodeUrl'>> {
  const { child, output, exited } = launch([role], environment, join(root, 'bin', 'sibyl.mjs'))
  const url = await Promise.race([
    waitFor(child, output, /(?:listens on|runs;) (http\S+)\s/),
    exited.then((code) => {
      throw new Error(`sibyl ${role} ended with ${code}:\n${output()}`)
    }),
  ])
  return { url, pid: child.pid ?? 0, output, exited, kill: (signal) => void child.kill(signal) }
}

/** Runs a start that is expected to fail, to its end. */
export async function startAndFail(environment: Environment): Promise<Finished> {
  return finished(launch(['start'], environment))
}

/** One command of the `sibyl` program, to its end. */
export async function runCommand(args: readonly string[], environment: Environment): Promise<Finished> {
  return finished(launch(args, environment, join(root, 'bin', 'sibyl.mjs')))
}

/** A command that goes on until it is told to stop. `until` answers what the pattern's first group caught. */
export function startCommand(args: readonly string[], environment: Environment) {
  const { child, output, exited } = launch(args, environment, join(root, 'bin', 'sibyl.mjs'))
  return {
    exited,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    until: (pattern: RegExp): Promise<string> =>
      Promise.race([
        waitFor(child, output, pattern),
        exited.then((code) => {
          throw new Error(`the command ended with ${code}:\n${output()}`)
        }),
      ]),
  }
}

interface Launched {
  readonly child: ChildProcess
  readonly output: () => string
  readonly exited: Promise<number | string>
}

function launch(
  args: readonly string[],
  environment: Environment,
  script = join(root, 'scripts', 'run.mjs'),
  cwd = root,
): Launched {
  return watched(spawn(process.execPath, [script, ...args], optionsOf(environment, cwd)))
}

const optionsOf = (environment: Environment, cwd = root): SpawnOptions => ({
  cwd,
  env: { PATH: process.env.PATH ?? '', ...defaults, ...environment },
  stdio: ['ignore', 'pipe', 'pipe'],
})

function watched(child: ChildProcess): Launched {
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  const exited = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code ?? 'unknown')),
  )
  return { child, output: () => chunks.join(''), exited }
}

async function finished({ child, exited }: Launched): Promise<Finished> {
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk: string) => {
      texts[name] += chunk
    })
  return { code: await exited, ...texts }
}

function waitFor(child: ChildProcess, output: () => string, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const look = (): void => {
      const found = pattern.exec(output())?.[1]
      if (found === undefined) return
      child.stdout?.off('data', look)
      resolve(found)
    }
    child.stdout?.on('data', look)
    look()
  })
}
