import type { Caches, Row, Statement } from './database.ts'

/** Who is asking: each kind of work has its own connections and limits on a server, and its own rules in the embedded. */
export type Lane = 'lists' | 'points' | 'search' | 'service' | 'indexer' | 'maintenance'

export interface Outcome {
  readonly rows: Row[]
  /** Rows changed, or returned. */
  readonly count: number
}

/** One session with the database, held by one piece of work at a time. */
export interface Connection {
  /** Transaction control, which is not worth preparing. Resolves with the command tag: a failed COMMIT says ROLLBACK. */
  control(sql: string): Promise<string>
  run(statement: Statement): Promise<Outcome>
  /** Several statements in one text, without parameters: a migration. */
  runScript(label: string, sql: string): Promise<void>
}

/** The embedded database is asked each time: a visitor's change is told to nobody. */
export const noCaches: Caches = { version: () => null, invalidate: async () => undefined }

/** What the two databases have in common, below the seam. Errors are the library's own; `createDatabase` translates. */
export interface Driver {
  readonly engine: 'embedded' | 'server'
  run(lane: Lane, statement: Statement): Promise<Outcome>
  /** Several statements on one session, which see what the first of them saw. They only read. */
  together<T>(lane: Lane, work: (connection: Pick<Connection, 'run'>) => Promise<T>): Promise<T>
  /** Lends a session; one that failed in a way that leaves it unusable is not lent again. */
  lend<T>(lane: Lane, work: (connection: Connection) => Promise<T>): Promise<T>
  readonly caches: Caches
  isOpen(): boolean
  close(): Promise<void>
}
