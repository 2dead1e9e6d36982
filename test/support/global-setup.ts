import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findCaddy } from './caddy.ts'
import { findChromium } from './chromium-binary.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { findReplicationTools } from './postgres-replica.ts'
import { type PostgresServer, startPostgresServer } from './postgres-server.ts'
import { findRedisServer } from './redis-binaries.ts'

/** What the run as a whole lends to its test files: one PostgreSQL server, started when the first file asks. */
declare module 'vitest' {
  interface ProvidedContext {
    /** Why there is no PostgreSQL server for these tests; null when there is one to be had. */
    postgresAbsent: string | null
    /** Why there is no Redis or Valkey server for these tests; null when there is one. */
    redisAbsent: string | null
    /** Why there is no proxy for these tests; null when there is one. */
    caddyAbsent: string | null
    /** Why there is no PostgreSQL that can be copied while it runs; null when there is one. */
    replicationAbsent: string | null
    /** Why there is no browser for these tests; null when there is one. */
    chromiumAbsent: string | null
    /** Where to ask for it: a port on loopback that answers with its address. */
    postgresPort: number
    /** Names of databases of this run begin so. */
    runName: string
  }
}

/** Vitest calls this once, before the first test file; what it returns runs after the last one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runName = `sibyl_test_${randomBytes(6).toString('hex')}`
  const lentUrl = process.env.SIBYL_TEST_POSTGRES_URL
  const binaries = findPostgresBinaries()
  const absent = lentUrl === undefined && 'absent' in binaries ? binaries.absent : null
  if (absent) process.stderr.write(`SKIPPED: every test on a PostgreSQL server, because ${absent}\n`)

  const redis = findRedisServer()
  const redisAbsent = 'absent' in redis ? redis.absent : null
  if (redisAbsent)
    process.stderr.write(`SKIPPED: every test with a shared rate limit store, because ${redisAbsent}\n`)

  const caddy = findCaddy()
  const caddyAbsent = 'absent' in caddy ? caddy.absent : null
  if (caddyAbsent) process.stderr.write(`SKIPPED: every test behind a proxy, because ${caddyAbsent}\n`)

  const replication = findReplicationTools()
  const replicationAbsent = 'absent' in replication ? replication.absent : null
  if (replicationAbsent)
    process.stderr.write(`SKIPPED: every test with a read replica, because ${replicationAbsent}\n`)

  const chromium = findChromium()
  const chromiumAbsent = 'absent' in chromium ? chromium.absent : null
  if (chromiumAbsent) process.stderr.write(`SKIPPED: every story in a browser, because ${chromiumAbsent}\n`)

  const folder = mkdtempSync(join(tmpdir(), 'sibyl-test-'))
  // The server may run as another user, who must be able to pass through.
  chmodSync(folder, 0o711)
  let server: Promise<Pick<PostgresServer, 'url' | 'stop'>> | null = null
  const start = (): Promise<Pick<PostgresServer, 'url' | 'stop'>> => {
    if (lentUrl !== undefined) return Promise.resolve({ url: lentUrl, stop: async () => undefined })
    if ('absent' in binaries) return Promise.reject(new Error(binaries.absent))
    return startPostgresServer(binaries, join(folder, 'postgres'))
  }

  const desk = createServer((socket) => {
    server ??= start()
    server.then(
      ({ url }) => socket.end(JSON.stringify({ url })),
      (error: unknown) => socket.end(JSON.stringify({ problem: String(error) })),
    )
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  const address = desk.address()
  project.provide('postgresAbsent', absent)
  project.provide('redisAbsent', redisAbsent)
  project.provide('caddyAbsent', caddyAbsent)
  project.provide('replicationAbsent', replicationAbsent)
  project.provide('chromiumAbsent', chromiumAbsent)
  project.provide('postgresPort', typeof address === 'object' && address ? address.port : 0)
  project.provide('runName', runName)

  return async () => {
    desk.close()
    await (await server?.catch(() => null))?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
