import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { copyBinaries, linkLibraries, type PostgresBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)

export interface PostgresServer {
  /** Of the maintenance database. */
  readonly url: string
  /** Ends it as a crash would. What was committed outlives it only with `survivesCrash`. */
  kill(): Promise<void>
  /** Where it was, with what it had. */
  restart(): Promise<void>
  stop(): Promise<void>
}

interface ServerOptions {
  readonly survivesCrash?: boolean
  /** Else as little as tests of a few rows need. */
  readonly sharedBuffersMb?: number
}

/** The user `nobody` on every Unix we know. PostgreSQL refuses to run as root, so root lends it this one. */
const nobody = 65_534
/** Who a server runs as. */
export const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
export function handOver(...paths: readonly string[]): void {
  if (identity.uid !== undefined) for (const path of paths) chownSync(path, identity.uid, identity.gid)
}
/** How often a free port may have been taken by somebody else before the server could bind it. */
const portAttemptsMax = 5

/** Starts a PostgreSQL server of our own in `folder`, on a free port, with durability off: it lives for one test run. */
export async function startPostgresServer(
  binaries: PostgresBinaries,
  folder: string,
  { survivesCrash = false, sharedBuffersMb }: ServerOptions = {},
): Promise<PostgresServer> {
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  handOver(folder, data)
  const native = await usableBinaries(binaries.folder, folder, identity)
  const options = { ...identity, cwd: folder, env: { ...process.env, LD_LIBRARY_PATH: join(native, 'lib') } }
  await run(
    join(native, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  )
  const spawnOn = (port: number): ChildProcess => {
    const args = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...settings]
    if (sharedBuffersMb !== undefined) args.push('-c', `shared_buffers=${sharedBuffersMb}MB`)
    if (survivesCrash) args.push('-c', 'synchronous_commit=on')
    return spawn(join(native, 'bin', 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  }
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    let child = spawnOn(port)
    const problem = await untilReady(child)
    if (problem === null)
      return {
        url: `postgres://postgres@127.0.0.1:${port}/postgres`,
        kill: () => crash(child),
        async restart() {
          child = spawnOn(port)
          const reason = await untilReady(child)
          if (reason !== null) throw new Error(`the test server did not start again: ${reason}`)
        },
        stop: () => stop(child, folder),
      }
    if (attempt === portAttemptsMax) throw new Error(`the test server did not start: ${problem}`)
  }
}

export const settings = Object.entries({
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
  logging_collector: 'off',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** In place where that works; else a copy the lent user can enter (packages under a private home folder). */
async function usableBinaries(folder: string, copyTo: string, identity: { uid?: number }): Promise<string> {
  const works = (native: string) =>
    run(join(native, 'bin', 'postgres'), ['--version'], {
      ...identity,
      cwd: '/',
      env: { LD_LIBRARY_PATH: join(native, 'lib') },
    }).then(
      () => true,
      () => false,
    )
  try {
    linkLibraries(folder)
    if (await works(folder)) return folder
  } catch {
    // The packages are read-only: the copy gets the links.
  }
  const copy = copyBinaries(folder, copyTo)
  linkLibraries(copy)
  return copy
}

/** Null when the server says that it accepts connections, else the last thing it said. */
export function untilReady(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000)
      if (/ready to accept (read-only )?connections/.test(said)) resolve(null)
    })
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code) => resolve(`exit ${code}: ${said}`))
  })
}

/** Immediate shutdown: nothing is written, sessions are cut. A killed postmaster would leave its children behind. */
export async function crash(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGQUIT')
  await gone
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  // Fast shutdown: sessions are ended, not waited for.
  child.kill('SIGINT')
  await gone
  rmSync(folder, { recursive: true, force: true })
}
