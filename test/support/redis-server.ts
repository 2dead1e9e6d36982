import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { describe, inject } from 'vitest'
import { freePort } from './free-port.ts'
import { findRedisServer } from './redis-binaries.ts'

export interface RedisServer {
  readonly url: string
  /** Ends it without a word, as a crash would. */
  kill(): Promise<void>
  /** Starts it again, empty, where it was. */
  restart(): Promise<void>
  /** SIGSTOP: it accepts connections and answers nobody; SIGCONT ends that. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/** A suite that needs a Redis or Valkey server; skipped by name where there is none. */
export function describeOnRedis(name: string, suite: () => void): void {
  describe.skipIf(inject('redisAbsent') !== null)(`${name} (redis)`, suite)
}

/** A server for one test, on loopback and a free port, that keeps nothing. */
export async function startRedisServer(args: readonly string[] = []): Promise<RedisServer> {
  const found = findRedisServer()
  if ('absent' in found) throw new Error(found.absent)
  const { program } = found
  const { port, child: first } = await launchOnFreePort(program, args)
  let child = first
  const ended = (): Promise<unknown> =>
    child.exitCode === null && child.signalCode === null
      ? new Promise((resolve) => child.once('exit', resolve))
      : Promise.resolve()
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      child.kill('SIGKILL')
      await ended()
    },
    async restart() {
      const again = await launch(program, port, args)
      if (again === null) throw new Error(`port ${port} was taken meanwhile`)
      child = again
    },
    signal: (signal) => void child.kill(signal),
  }
}

/** Between finding a port free and opening it somebody else may take it; then another is tried. */
async function launchOnFreePort(
  program: string,
  args: readonly string[],
): Promise<{ readonly port: number; readonly child: ChildProcess }> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const port = await freePort()
    const child = await launch(program, port, args)
    if (child !== null) return { port, child }
  }
  throw new Error('no free port for a Redis server')
}

/** Null when the port is taken. */
function launch(program: string, port: number, args: readonly string[]): Promise<ChildProcess | null> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(program, [...settings, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => resolve(null))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/ready to accept connections/i.test(line)) resolve(child)
    })
  })
}
