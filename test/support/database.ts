import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import {
  type Database,
  type DatabaseOptions,
  type EmbeddedLimits,
  type ObserveStore,
  openDatabase,
  readMigrations,
  type ServerLimits,
} from '../../src/store/index.ts'

/**
 * Limits that no test meets by accident on a busy machine. A test about a limit sets its own; every figure we promise is
 * measured by the benches.
 */
const patient: EmbeddedLimits & ServerLimits = {
  watchdogMs: 30_000,
  aheadMax: 16,
  waitMs: 30_000,
  waitingMax: 1_000,
  idleInTransactionMs: 60_000,
  openMs: 120_000,
  tidyAfter: 500,
  maintenanceMs: 600_000,
  connectMs: 20_000,
  statementMs: 30_000,
  searchStatementMs: 30_000,
  indexerStatementMs: 30_000,
  lockMs: 30_000,
  answerMs: 45_000,
}

export type Engine = 'embedded' | 'server'

/** A database of a test file's own, empty but for the migrations. */
export interface TestDatabase {
  readonly engine: Engine
  /** Patient limits included: a child process opens it by these. */
  readonly options: DatabaseOptions
  /** Open it, as often as the engine allows: the embedded one is for one holder at a time. */
  open(overrides?: OpenOverrides): Promise<Database>
  /** Drops it, after everybody has closed it. */
  drop(): Promise<void>
}

export interface OpenOverrides {
  readonly observe?: ObserveStore
  readonly limits?: Partial<EmbeddedLimits & ServerLimits>
  /** Another way to the same server: a proxy's address. */
  readonly url?: string
}

/** Both suites share one body; what a server does not offer is skipped by name. */
export interface DatabaseContext {
  readonly engine: Engine
  /** Open between beforeAll and afterAll. */
  readonly database: Database
  readonly test: TestDatabase
}

/**
 * Runs a suite on the embedded database and on a PostgreSQL server. Each gets a database of its own.
 *
 * `describeOnBothDatabases('api keys', (context) => { test('default', () => context.database.query(...)) })`
 */
export function describeOnBothDatabases(name: string, suite: (context: DatabaseContext) => void): void {
  for (const engine of ['embedded', 'server'] as const) {
    const absent = engine === 'server' ? inject('postgresAbsent') : null
    describe.skipIf(absent !== null)(`${name} (${engine})`, () => {
      let own: TestDatabase | null = null
      let database: Database | null = null
      beforeAll(async () => {
        own = await createTestDatabase(engine)
        database = await own.open()
      })
      afterAll(async () => {
        await database?.close()
        await own?.drop()
      })
      suite({
        engine,
        get database() {
          return present(database)
        },
        get test() {
          return present(own)
        },
      })
    })
  }
}

/** A suite that needs what only a server has (several replicas, connections to cut). */
export function describeOnServer(name: string, suite: () => void): void {
  describe.skipIf(inject('postgresAbsent') !== null)(`${name} (server)`, suite)
}

/** For suites about something else: opening the embedded one takes five times as long. */
export const quickestEngine = (): Engine => (inject('postgresAbsent') === null ? 'server' : 'embedded')

export const createTestDatabase = (engine: Engine): Promise<TestDatabase> =>
  engine === 'embedded' ? createEmbedded() : createOnServer()

function present<T>(value: T | null): T {
  if (value === null) throw new Error('the test database is there only between beforeAll and afterAll')
  return value
}

/** A short name for the schema: it changes with every migration and with the engine's release. */
function schemaVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> } // it is ours
  const hash = createHash('sha256').update(dependencies['@electric-sql/pglite'] ?? '')
  for (const { name, checksum } of readMigrations()) hash.update(name).update(checksum)
  return hash.digest('hex').slice(0, 16)
}

/** Making a PGlite database takes seconds, copying one a moment; so one is made per schema and kept with the packages. */
async function embeddedTemplate(): Promise<string> {
  const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'sibyl-test')
  const template = join(cache, `embedded-${schemaVersion()}`)
  if (existsSync(template)) return template
  mkdirSync(cache, { recursive: true })
  const making = mkdtempSync(join(cache, 'making-'))
  await (await openDatabase({ kind: 'embedded', folder: making })).close()
  try {
    renameSync(making, template)
  } catch {
    // Another test file made it first.
    rmSync(making, { recursive: true, force: true })
  }
  return template
}

async function createEmbedded(): Promise<TestDatabase> {
  const template = await embeddedTemplate()
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-test-embedded-'))
  cpSync(template, folder, { recursive: true })
  const options: DatabaseOptions = { kind: 'embedded', folder, limits: patient }
  return {
    engine: 'embedded',
    options,
    open: ({ observe, limits = {} } = {}) =>
      openDatabase({ ...options, limits: { ...patient, ...limits } }, observe),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Asks the run's desk for the server; the first to ask has it started. */
function serverUrl(): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(inject('postgresPort'), '127.0.0.1')
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('error', reject)
    socket.on('end', () => {
      const answer = JSON.parse(text) as { url?: string; problem?: string }
      if (answer.url === undefined) reject(new Error(answer.problem))
      else resolve(answer.url)
    })
  })
}

async function createOnServer(): Promise<TestDatabase> {
  const admin = await serverUrl()
  const name = `${inject('runName')}_${randomBytes(6).toString('hex')}`
  const url = new URL(admin)
  url.pathname = `/${name}`
  await onServer(admin, `create database ${name} encoding 'UTF8' template template0`)
  const options: DatabaseOptions = { kind: 'server', url: url.href, limits: patient }
  return {
    engine: 'server',
    options,
    open: ({ observe, limits = {}, url: other = url.href } = {}) =>
      openDatabase({ kind: 'server', url: other, limits: { ...patient, ...limits } }, observe),
    drop: () => onServer(admin, `drop database if exists ${name} with (force)`),
  }
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
