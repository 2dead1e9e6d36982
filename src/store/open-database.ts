import { Fault } from '../kit/index.ts'
import { createDatabase, type StoreDatabase } from './create-database.ts'
import type { Driver } from './driver.ts'
import { createEmbeddedDriver, type EmbeddedOptions } from './embedded/embedded-driver.ts'
import { damaged } from './embedded/embedded-folder.ts'
import { visitEmbedded } from './embedded/embedded-visit.ts'
import { migrate } from './migrate.ts'
import type { ObserveStore } from './observation.ts'
import { createServerDriver, type ServerOptions } from './server/server-driver.ts'
import { sqlStateOf } from './translate-error.ts'

export type DatabaseOptions =
  | ({
      readonly kind: 'embedded'
      /** Where another process holds the folder, speak to it: for an operator's single statements. */
      readonly mayVisit?: boolean
    } & EmbeddedOptions)
  | ({ readonly kind: 'server' } & ServerOptions)

/** An operator waits longer than a request: the holder may be reopening. */
const visitAnswerMs = 30_000

/** The oldest server our SQL is written for. */
const serverVersionMin = 15

/**
 * Opens the database and brings its schema up to date. Whatever is wrong at this moment (folder in use, damaged or of
 * another version; server not there, too old or newer than this program) is a Fault whose message an operator can act on.
 */
export async function openDatabase(
  options: DatabaseOptions,
  observe: ObserveStore = () => undefined,
): Promise<StoreDatabase> {
  if (options.kind === 'server') assertAddress(options.url)
  if (options.kind === 'embedded' && options.mayVisit) {
    const visit = await visitEmbedded(options.folder, visitAnswerMs)
    if (visit) return createDatabase(visit, observe)
  }
  const driver =
    options.kind === 'embedded'
      ? await createEmbeddedDriver(options, observe)
      : createServerDriver(options, observe)
  const database = createDatabase(driver, observe)
  try {
    if (options.kind === 'server') await assertServer(driver, options)
    await migrate(database, { observe })
    if (options.kind === 'embedded') await assertWhole(driver, options)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

export function assertAddress(url: string, setting = 'DATABASE_URL'): void {
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return
  throw new Fault(
    'database',
    `${setting} is not an address of the form postgres://user:password@host:port/name`,
  )
}

/** Where the server is, without who we are to it. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

export async function assertServer(
  driver: Driver,
  { url }: ServerOptions,
  setting = 'DATABASE_URL',
): Promise<void> {
  const { rows } = await driver
    .run('maintenance', {
      label: 'server-version',
      sql: `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
    })
    .catch((cause: unknown) => {
      const state = sqlStateOf(cause)
      const why = state ?? (cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer')
      throw new Fault('database', `${setting}: the server at ${placeOf(url)} cannot be used (${why})`, {
        cause,
      })
    })
  const { version, encoding } = rows[0] as { version: number; encoding: string }
  if (version < serverVersionMin) {
    throw new Fault(
      'database',
      `${setting}: PostgreSQL ${version} is too old, ${serverVersionMin} is the oldest that works`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new Fault('database', `${setting}: the database's encoding is ${encoding}, it must be UTF8`)
  }
}

/**
 * Reads every page of what cannot be rebuilt. Each page carries a checksum, so damage shows here, before anybody is
 * answered from it, and not one day in the middle of a request.
 */
async function assertWhole(driver: Driver, { folder }: EmbeddedOptions): Promise<void> {
  await driver
    .lend('maintenance', async (connection) => {
      const tables = await connection.run({
        label: 'list-service-tables',
        sql: `select quote_ident(tablename) as name from pg_tables where schemaname = 'service'`,
      })
      for (const { name } of tables.rows) {
        await connection.runScript('read-service-table', `select count(t) from service.${name} t`)
      }
    })
    .catch((error: unknown) => {
      throw damaged(folder, sqlStateOf(error) ?? 'it cannot be read', error)
    })
}
