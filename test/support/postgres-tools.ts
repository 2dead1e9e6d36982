import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

const run = promisify(execFile)

export interface PostgresTools {
  /** Writes schema `service` of the database into the file. */
  dumpService(url: string, file: string): Promise<void>
  restore(url: string, file: string): Promise<void>
}

/** `pg_dump` and `pg_restore` of a release that can read this server, or a reason why there are none. */
export async function findPostgresTools(url: string): Promise<PostgresTools | { readonly absent: string }> {
  const wanted = await serverMajor(url)
  for (const folder of folders()) {
    const [dump, restore] = [join(folder, 'pg_dump'), join(folder, 'pg_restore')]
    if (!existsSync(dump) || !existsSync(restore) || (await majorOf(dump)) < wanted) continue
    return {
      async dumpService(from, file) {
        await run(dump, ['--schema=service', '--format=custom', `--file=${file}`, from])
      },
      async restore(to, file) {
        await run(restore, ['--no-owner', '--exit-on-error', `--dbname=${to}`, file])
      },
    }
  }
  return { absent: `there is no pg_dump for PostgreSQL ${wanted} on this machine` }
}

function folders(): string[] {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  return [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
}

async function majorOf(program: string): Promise<number> {
  const { stdout } = await run(program, ['--version'])
  return Number(/ (\d+)/.exec(stdout)?.[1] ?? 0)
}

async function serverMajor(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    return Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  } finally {
    await client.end()
  }
}
