import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Bug } from '../kit/index.ts'

/** `chain` is rebuilt from the chain whenever we like; `service` is ours alone and needs a backup. */
export const schemas = ['service', 'chain'] as const

export type Schema = (typeof schemas)[number]

/**
 * One step of the schema: `migrations/000001_service_keys.sql`. The first word after the number is the schema it belongs
 * to, and the only one it may touch. It runs with that schema first in the search path, so names stand alone.
 */
export interface Migration {
  readonly version: number
  readonly schema: Schema
  readonly name: string
  readonly sql: string
  /** SHA-256 of the text: a step never changes once it has been merged. */
  readonly checksum: string
}

const pattern = /^([0-9]{6})_(service|chain)_[a-z0-9_]+\.sql$/

/** From `src/store` as from `dist/store` the folder is two floors up. */
const migrationsUrl = new URL('../../migrations/', import.meta.url)

export function readMigrations(folder: URL = migrationsUrl): Migration[] {
  const migrations = readdirSync(folder)
    .sort()
    .map((name) => {
      const [, digits, schema] = pattern.exec(name) ?? []
      if (!digits || !schema)
        throw new Bug(`migrations/${name} is not named 000000_service_name.sql or 000000_chain_name.sql`)
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return {
        version: Number(digits),
        schema: schema === 'chain' ? ('chain' as const) : ('service' as const),
        name: name.slice(0, -'.sql'.length),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    })
  for (const [index, migration] of migrations.entries()) {
    if (migration.version !== index + 1)
      throw new Bug(`migrations/${migration.name}.sql is not number ${index + 1}`)
  }
  return migrations
}
