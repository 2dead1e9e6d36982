/** What may stand for a `$n`. Lists become SQL arrays; JSON goes in as its text, amounts as bigint or digits. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | bigint | boolean | null)[]

/** One SQL statement. Its label is its file's name: the prepared statement, the metric and the log line are called so. */
export interface Statement {
  readonly label: string
  readonly sql: string
  readonly values?: readonly SqlValue[]
  /** Planned for its values each time, where a plan kept for all of them is a bad one for many. */
  readonly isPlannedAnew?: boolean
}

/**
 * A row as both drivers deliver it: int2, int4, int8 and float8 as number (a larger int8 is a Bug, never a rounding),
 * numeric as digits, text as string, bool as boolean, bytea as Uint8Array, json and jsonb parsed, arrays as arrays.
 */
export type Row = Record<string, unknown>

/** Somebody who can be asked. The row type is the statement's own promise; its tests hold it to that. */
export interface Reader {
  query<R extends object = Row>(statement: Statement): Promise<R[]>
}

/** Who can be asked for an answer that takes several statements. */
export interface Lister extends Reader {
  /**
   * Reads that are of use only together, such as a count and a page. They are of one moment: a block that is indexed in
   * between shows in none of them. And they have one connection: in line for each of them, an overload would let the first
   * half of many lists through and the second half of few.
   */
  together<T>(work: (reader: Lister) => Promise<T>): Promise<T>
}

/** Somebody who can be told: the number of rows the statement changed. */
export interface Writer extends Reader {
  execute(statement: Statement): Promise<number>
}

export interface TransactionOptions {
  /** Whose connection: `service` for short writes of auth and builder, `indexer` for the one that follows the chain. */
  readonly lane?: 'service' | 'indexer'
  /** Read committed unless said otherwise. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
}

/** For those who keep copies of rows that another process may change. */
export interface Caches {
  /** Another number after each change; null while changes cannot be heard of, and nothing may be kept. */
  version(): number | null
  /** After a change: resolves when no process uses a copy from before it, unless that is older than `copyAgeMaxMs`. */
  invalidate(): Promise<void>
}

/** No copy may be used for longer: below the time for which `invalidate` waits for somebody who does not answer. */
export const copyAgeMaxMs = 400

/**
 * The seam between the house and its memory. PGlite in a worker and PostgreSQL stand behind it and nobody can tell
 * them apart, except by `engine`. Trouble with the database is a Fault `database`; SQL that is wrong is a Bug.
 */
export interface Database extends Writer, Lister {
  readonly engine: 'embedded' | 'server'
  /** For short reads by key (an API key, a counter): a small pool of its own. */
  readonly points: Reader
  /** For text search: a small pool and a short timeout of its own, so that search cannot starve lists. */
  readonly search: Lister
  /**
   * Runs `work` in one transaction, committed when it resolves and rolled back when it throws. Serialisation failures
   * and deadlocks run it again, at most three times: `work` must have no effects outside the transaction, and must
   * not wait for anything but the database.
   */
  transaction<T>(work: (tx: Writer) => Promise<T>, options?: TransactionOptions): Promise<T>
  readonly caches: Caches
  /** Whether the next statement has a chance: false while the embedded database reopens. Answers without I/O. */
  isOpen(): boolean
  close(): Promise<void>
}
