import { existsSync } from 'node:fs'
import { createDatabase } from './create-database.ts'
import type { Reader } from './database.ts'
import type { Driver } from './driver.ts'
import { createEmbeddedDriver } from './embedded/embedded-driver.ts'
import { visitEmbedded } from './embedded/embedded-visit.ts'
import { type Migration, readMigrations, type Schema, schemas } from './migrations.ts'
import { assertAddress, assertServer, type DatabaseOptions } from './open-database.ts'
import { readTime } from './read-time.ts'
import { createServerDriver } from './server/server-driver.ts'

/** What a database is like, found out without changing it. */
export interface Inspection {
  /** Names of migrations it does not have yet, in order. */
  readonly pending: readonly string[]
  /** Names of migrations this program does not have, or has differently: it belongs to another release. */
  readonly foreign: readonly string[]
  /** Its time. */
  readonly nowMs: number
}

const visitAnswerMs = 5_000

/** Null: there is no embedded database yet. Trouble on the way is a Fault, as when opening. */
export async function inspectDatabase(options: DatabaseOptions): Promise<Inspection | null> {
  const driver = await openDriver(options)
  if (driver === null) return null
  try {
    if (options.kind === 'server') await assertServer(driver, options)
    const database = createDatabase(driver, () => undefined)
    const migrations = readMigrations()
    const pending: string[] = []
    const foreign: string[] = []
    for (const schema of schemas) {
      const own = migrations.filter((migration) => migration.schema === schema)
      const applied = await listApplied(database, schema)
      pending.push(...own.slice(applied.length).map(({ name }) => name))
      foreign.push(...applied.filter((row, i) => !isSame(row, own[i])).map(({ name }) => name))
    }
    return { pending: pending.sort(), foreign, nowMs: await readTime(database.points) }
  } finally {
    await driver.close()
  }
}

async function openDriver(options: DatabaseOptions): Promise<Driver | null> {
  if (options.kind === 'server') {
    assertAddress(options.url)
    return createServerDriver(options, () => undefined)
  }
  if (!existsSync(options.folder)) return null
  return (
    (await visitEmbedded(options.folder, visitAnswerMs)) ?? createEmbeddedDriver(options, () => undefined)
  )
}

interface AppliedRow {
  readonly name: string
  readonly checksum: string
}

const isSame = (row: AppliedRow, own: Migration | undefined): boolean =>
  own?.name === row.name && own.checksum === row.checksum

async function listApplied(database: Reader, schema: Schema): Promise<AppliedRow[]> {
  const [table] = await database.query<{ present: boolean }>({
    label: 'find-migrations-table',
    sql: 'select to_regclass($1) is not null as present',
    values: [`${schema}.migrations`],
  })
  if (table?.present !== true) return []
  return database.query<AppliedRow>({
    label: 'inspect-migrations',
    sql: `select name, checksum from ${schema}.migrations order by version`,
  })
}
