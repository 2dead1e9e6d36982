import { afterAll, beforeAll, inject } from 'vitest'
import type { Database } from '../../src/store/index.ts'
import { createTestDatabase, type Engine, type TestDatabase } from '../support/database.ts'

/** Where PostgreSQL is absent, the embedded database alone. */
export const engines: readonly Engine[] =
  inject('postgresAbsent') === null ? ['embedded', 'server'] : ['embedded']

/** Odd seeds on one database, even ones on the other; one alone on both. */
export function casesOf(seeds: readonly number[]): { readonly seed: number; readonly engine: Engine }[] {
  if (seeds.length === 1) return engines.map((engine) => ({ seed: seeds[0]!, engine }))
  return seeds.map((seed) => ({ seed, engine: engines[(seed + 1) % engines.length]! }))
}

/** A database of each kind, for one simulation at a time. */
export function openLanes(): {
  on<T>(engine: Engine, work: (database: Database) => Promise<T>): Promise<T>
} {
  const own: TestDatabase[] = []
  const free: Record<Engine, Database[]> = { embedded: [], server: [] }
  const waiting: Record<Engine, ((database: Database) => void)[]> = { embedded: [], server: [] }
  beforeAll(async () => {
    for (const engine of engines) {
      const made = await createTestDatabase(engine)
      own.push(made)
      free[engine].push(await made.open())
    }
  })
  afterAll(async () => {
    for (const database of [...free.embedded, ...free.server]) await database.close()
    for (const made of own) await made.drop()
  })
  return {
    async on(engine, work) {
      const database =
        free[engine].pop() ?? (await new Promise<Database>((resolve) => waiting[engine].push(resolve)))
      try {
        return await work(database)
      } finally {
        const next = waiting[engine].shift()
        if (next === undefined) free[engine].push(database)
        else next(database)
      }
    },
  }
}
