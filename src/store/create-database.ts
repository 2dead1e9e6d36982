import { Bug, monotonicMs, sleep } from '../kit/index.ts'
import type { Database, Lister, Reader, Row, Statement, TransactionOptions, Writer } from './database.ts'
import type { Connection, Driver, Lane, Outcome } from './driver.ts'
import type { ObserveStore } from './observation.ts'
import { isConflict, sqlStateOf, translateError } from './translate-error.ts'

/** How often a transaction that lost to another is run again before the caller hears of it. */
const conflictRetriesMax = 3
/** A moment for the winner to finish; it grows with each attempt. */
const conflictPauseMs = 15

/** Work on a database beyond what a request may ask for. Kept inside the room. */
export interface StoreDatabase extends Database {
  /** One transaction without time limits, for migrations and rebuilds. */
  maintain<T>(work: (connection: MaintenanceConnection) => Promise<T>): Promise<T>
}

export interface MaintenanceConnection extends Writer {
  runScript(label: string, sql: string): Promise<void>
}

/** The row type is the statement's promise about its own SQL; nothing here could check it. */
const rowsOf = <R extends object>({ rows }: Outcome): R[] => rows as R[]

type Run = Connection['run']

/**
 * What comes after the end, of two things done at once of which one failed, would be outside of any transaction. What was
 * asked behind a statement that failed fails for that alone, so every failure is told as the first.
 */
async function untilOver<T>(connection: { readonly run: Run }, work: (run: Run) => Promise<T>): Promise<T> {
  let isOver = false
  let first: { readonly error: unknown } | null = null
  try {
    return await work(async (statement) => {
      if (isOver) throw new Bug('a statement after the end of its transaction')
      try {
        return await connection.run(statement)
      } catch (error) {
        first ??= { error }
        throw first.error
      }
    })
  } finally {
    isOver = true
  }
}

/** The seam's upper half, the same for both drivers: lanes, transactions, retries, translation, observation. */
export function createDatabase(driver: Driver, observe: ObserveStore): StoreDatabase {
  async function observed<T>(label: string, work: () => Promise<T>): Promise<T> {
    const startedMs = monotonicMs()
    let failed = true
    try {
      const result = await work()
      failed = false
      return result
    } finally {
      observe({ kind: 'statement', label, ms: monotonicMs() - startedMs, failed })
    }
  }

  /** Runs again what lost a conflict. */
  async function withRetries<T>(label: string, work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        await pauseAfter(error, label, attempt)
      }
    }
  }

  /** What was no conflict, or one too many, is thrown. */
  async function pauseAfter(error: unknown, label: string, attempt: number): Promise<void> {
    if (!isConflict(error) || attempt > conflictRetriesMax) throw translateError(error, label)
    observe({ kind: 'transaction-retried', code: sqlStateOf(error) ?? '', attempt })
    await sleep(conflictPauseMs * attempt)
  }

  /**
   * A statement of its own is a transaction too, and may lose. Retried and observed in one function: each promise between
   * a list and its session costs what a header does.
   */
  async function runOn<T>(lane: Lane, statement: Statement, of: (outcome: Outcome) => T): Promise<T> {
    const { label } = statement
    for (let attempt = 1; ; attempt++) {
      const startedMs = monotonicMs()
      try {
        const outcome = await driver.run(lane, statement)
        observe({ kind: 'statement', label, ms: monotonicMs() - startedMs, failed: false })
        return of(outcome)
      } catch (error) {
        observe({ kind: 'statement', label, ms: monotonicMs() - startedMs, failed: true })
        await pauseAfter(error, label, attempt)
      }
    }
  }

  const readerOn = (connection: Pick<Connection, 'run'>): Reader => ({
    async query<R extends object = Row>(statement: Statement): Promise<R[]> {
      return (await observed(statement.label, () => connection.run(statement))).rows as R[]
    },
  })

  const listerOn = (connection: Pick<Connection, 'run'>): Lister => {
    const lister: Lister = { ...readerOn(connection), together: (work) => work(lister) }
    return lister
  }

  const listerOf = (lane: Lane): Lister => ({
    query: <R extends object = Row>(statement: Statement): Promise<R[]> => runOn(lane, statement, rowsOf<R>),
    together: (work) =>
      withRetries('together', () =>
        driver.together(lane, (connection) => untilOver(connection, (run) => work(listerOn({ run })))),
      ),
  })

  const writerOn = (connection: Connection): Writer => ({
    ...readerOn(connection),
    execute: async (statement) => (await observed(statement.label, () => connection.run(statement))).count,
  })

  const transact = <T>(
    lane: Lane,
    isolation: string,
    work: (tx: Writer, connection: Connection) => Promise<T>,
  ): Promise<T> =>
    driver.lend(lane, async (connection) => {
      await connection.control(`begin isolation level ${isolation}`)
      let result: T
      try {
        result = await untilOver(connection, (run) => {
          const own = { ...connection, run }
          return work(writerOn(own), own)
        })
      } catch (error) {
        // When the session is gone the rollback fails too, and the first error is the one to tell.
        await connection.control('rollback').catch(() => undefined)
        throw error
      }
      const tag = await connection.control('commit')
      if (tag !== 'COMMIT') throw new Bug('a transaction swallowed an error and could not commit')
      return result
    })

  return {
    engine: driver.engine,
    ...listerOf('lists'),
    execute: (statement) => runOn('service', statement, ({ count }) => count),
    points: listerOf('points'),
    search: listerOf('search'),
    transaction: (work, options: TransactionOptions = {}) =>
      withRetries('transaction', () =>
        transact(options.lane ?? 'service', options.isolation ?? 'read committed', work),
      ),
    maintain: (work) =>
      withRetries('maintenance', () =>
        transact('maintenance', 'read committed', (tx, connection) =>
          work({ ...tx, runScript: (label, sql) => connection.runScript(label, sql) }),
        ),
      ),
    caches: {
      version: () => driver.caches.version(),
      invalidate: () => withRetries('invalidate-caches', () => driver.caches.invalidate()),
    },
    isOpen: () => driver.isOpen(),
    close: () => driver.close(),
  }
}
