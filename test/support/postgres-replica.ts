import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { crash, handOver, identity, settings, untilReady } from './postgres-server.ts'

/** A server that follows another, as deploy/postgres/replica.sh starts it. */
export interface PostgresReplica {
  /** Of a database of this name. */
  url(database: string): string
  /** Takes in nothing more, until it is told to go on. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Makes it a primary of its own. */
  promote(): Promise<void>
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Where it was, with what it had. */
  restart(): Promise<void>
}

const script = join(import.meta.dirname, '..', '..', 'deploy', 'postgres', 'replica.sh')

/** A PostgreSQL that can be copied while it runs: its package has `pg_basebackup`, which no npm package brings. */
export function findReplicationTools(): PostgresBinaries | { readonly absent: string } {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const bin = folders.find((folder) =>
    ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))),
  )
  return bin === undefined
    ? { absent: 'there is no pg_basebackup on this machine' }
    : { folder: dirname(bin) }
}

export async function startPostgresReplica(
  binaries: PostgresBinaries,
  primaryUrl: string,
  folder: string,
): Promise<PostgresReplica> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const primaryFile = join(folder, 'primary_url')
  writeFileSync(primaryFile, `${primaryUrl}\n`)
  handOver(folder, primaryFile)
  const port = await freePort()
  let child: ChildProcess

  async function start(): Promise<void> {
    const args = ['postgres', '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...settings]
    child = spawn('/bin/sh', [script, ...args], {
      ...identity,
      cwd: folder,
      env: {
        PATH: [join(binaries.folder, 'bin'), process.env.PATH].join(delimiter),
        PGDATA: join(folder, 'data'),
        PRIMARY_URL_FILE: primaryFile,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const problem = await untilReady(child)
    if (problem !== null) throw new Error(`the replica did not start: ${problem}`)
  }
  const url = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`
  const ask = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: url('postgres') })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await start()
  return {
    url,
    pause: () => ask('select pg_wal_replay_pause()'),
    resume: () => ask('select pg_wal_replay_resume()'),
    promote: () => ask('select pg_promote()'),
    kill: () => crash(child),
    restart: start,
  }
}
