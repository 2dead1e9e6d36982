import { type Clock, Fault, monotonicMs, systemClock } from '../kit/index.ts'
import type { MaintenanceConnection, StoreDatabase } from './create-database.ts'
import { type Migration, readMigrations, type Schema, schemas } from './migrations.ts'
import type { ObserveStore } from './observation.ts'

/** Any number will do, as long as every process that migrates this database takes the same. */
const migrationLock = 7_351_209_004

/**
 * Brings both schemas up to the migrations at hand, in one transaction under an advisory lock: of two processes that
 * start together one works, the other waits and finds it done. Each schema remembers its own steps, so that dropping
 * `chain` forgets exactly the steps that must run again.
 */
export async function migrate(
  database: StoreDatabase,
  { observe, clock = systemClock, migrations = readMigrations() }: MigrateOptions,
): Promise<void> {
  await database.maintain(async (connection) => {
    await lockAndApply(connection, { observe, clock, migrations })
  })
}

/** Drops everything that can be rebuilt from the chain and makes it anew, empty. Keys, builds and reveals stay. */
export async function resetChain(
  database: StoreDatabase,
  { observe, clock = systemClock, migrations = readMigrations() }: MigrateOptions,
): Promise<void> {
  await database.maintain(async (connection) => {
    await takeLock(connection)
    await connection.runScript('drop-chain', 'drop schema if exists chain cascade')
    await lockAndApply(connection, { observe, clock, migrations })
  })
}

export interface MigrateOptions {
  readonly observe: ObserveStore
  readonly clock?: Clock
  readonly migrations?: readonly Migration[]
}

const takeLock = (connection: MaintenanceConnection) =>
  connection.query({
    label: 'migration-lock',
    sql: 'select pg_advisory_xact_lock($1)',
    values: [migrationLock],
  })

async function lockAndApply(
  connection: MaintenanceConnection,
  { observe, clock, migrations }: Required<MigrateOptions>,
): Promise<void> {
  await takeLock(connection)
  await connection.runScript('extensions', extensions)
  const applied = new Map<Schema, AppliedRow[]>()
  for (const schema of schemas) {
    await connection.runScript('migration-table', migrationTable(schema))
    applied.set(schema, await listApplied(connection, schema))
  }
  for (const schema of schemas) assertPrefix(schema, applied.get(schema) ?? [], migrations)
  const missing = migrations.filter(
    ({ schema, version }) => !applied.get(schema)?.some((row) => row.version === version),
  )
  for (const migration of missing) {
    const startedMs = monotonicMs()
    await connection.runScript(
      migration.name,
      `set local search_path = ${migration.schema}, public;\n${migration.sql}`,
    )
    await recordApplied(connection, migration, clock.nowMs())
    observe({ kind: 'migration-applied', name: migration.name, ms: monotonicMs() - startedMs })
  }
  if (missing.length > 0) await connection.runScript('analyze', analyze)
}

/**
 * A column that is made anew has no statistics, and a table that is rewritten does not count as changed: the planner took
 * every word for one in half a percent of all markets. Empty tables stay unknown to it: they will not be empty for long.
 */
const analyze = `
  do $$
  declare filled regclass;
  begin
    for filled in
      select oid from pg_class
      where relnamespace in (${schemas.map((schema) => `'${schema}'::regnamespace`).join(', ')})
        and relkind = 'r' and reltuples > 0
    loop
      execute format('analyze %s', filled);
    end loop;
  end $$`

/** Also asked for by the first step; but a backup of schema `service` remembers that step and brings no extension along. */
const extensions = 'create extension if not exists pg_trgm with schema public'

const migrationTable = (schema: Schema): string => `
  create schema if not exists ${schema};
  create table if not exists ${schema}.migrations (
    version bigint primary key,
    name text not null,
    checksum text not null,
    applied_at_ms bigint not null
  )`

interface AppliedRow {
  readonly version: number
  readonly name: string
  readonly checksum: string
}

const listApplied = (connection: MaintenanceConnection, schema: Schema) =>
  connection.query<AppliedRow>({
    label: 'list-migrations',
    sql: `
      select version, name, checksum
      from ${schema}.migrations
      order by version`,
  })

const recordApplied = (connection: MaintenanceConnection, migration: Migration, nowMs: number) =>
  connection.execute({
    label: 'insert-migration',
    sql: `
      insert into ${migration.schema}.migrations (version, name, checksum, applied_at_ms)
      values ($1, $2, $3, $4)`,
    values: [migration.version, migration.name, migration.checksum, nowMs],
  })

/** What was applied must be how our own list begins; anything else is a database of another release. */
function assertPrefix(
  schema: Schema,
  applied: readonly AppliedRow[],
  migrations: readonly Migration[],
): void {
  const own = migrations.filter((migration) => migration.schema === schema)
  for (const [index, row] of applied.entries()) {
    const expected = own[index]
    if (!expected) {
      throw new Fault(
        'database',
        `the database is newer than this program: it has migration ${row.name}; start the release that made it`,
      )
    }
    if (expected.name !== row.name || expected.checksum !== row.checksum) {
      throw new Fault(
        'database',
        `the database was made by another release: its migration ${row.name} is not our ${expected.name}`,
      )
    }
  }
}
