import { Fault, monotonicMs, sleep, systemTimers } from '../../kit/index.ts'
import type { Statement } from '../database.ts'
import { type Connection, type Driver, type Lane, noCaches } from '../driver.ts'
import type { ObserveStore } from '../observation.ts'
import { encodeValue } from '../sql-value.ts'
import { statementName } from '../statement-name.ts'
import { type Access, type AccessLock, createAccessLock } from './access-lock.ts'
import { damaged, type EmbeddedFolder, fullDisk, openEmbeddedFolder } from './embedded-folder.ts'
import { serveVisitors } from './embedded-visit.ts'
import { type Answer, openPgliteThread, type PgliteThread } from './pglite-thread.ts'
import { toOutcome } from './to-outcome.ts'

/** Every wait on the embedded database ends. The figures are configurable so that a test can shorten them. */
export interface EmbeddedLimits {
  /**
   * PGlite knows no statement timeout: a statement that runs longer costs the thread its life, and everybody an answer
   * until it is back. So it is longer than the slowest legal statement takes on a machine that does much else.
   */
  readonly watchdogMs: number
  /** Statements that are sent before the ones before them are answered; see below. */
  readonly aheadMax: number
  /** For a place in the line before the one connection. */
  readonly waitMs: number
  readonly waitingMax: number
  /** A transaction that asks nothing for this long is rolled back. */
  readonly idleInTransactionMs: number
  /** Opening replays what a killed process left in the write-ahead log; making a new database takes 4 to 7 s. */
  readonly openMs: number
  /** Migrations and rebuilds. */
  readonly maintenanceMs: number
  /** After so many transactions space is reclaimed; the demo has them in well under an hour. */
  readonly tidyAfter: number
}

/**
 * With one statement at a time its thread stood idle until this one's event loop came round: at 32 callers 15 % busy,
 * one answer a turn. More than a turn brings is of no use, and whoever is sent ahead can no longer be refused.
 */
const AHEAD_MAX = 16

export const embeddedLimits: EmbeddedLimits = {
  watchdogMs: 5_000,
  aheadMax: AHEAD_MAX,
  waitMs: 5_000,
  waitingMax: 1_000,
  idleInTransactionMs: 5_000,
  openMs: 120_000,
  maintenanceMs: 600_000,
  tidyAfter: 500,
}

/** Between attempts to reopen: doubling from the first to the last. */
const reopenPauseMs = { first: 100, last: 5_000 }
/** A clean close writes a checkpoint; one that takes longer is cut off, which the next start repairs. */
const closeMs = 5_000

export interface EmbeddedOptions {
  readonly folder: string
  readonly limits?: Partial<EmbeddedLimits>
}

/** A thread and the line before it. When the thread is lost, so is the line: everybody in it hears so at once. */
interface Session {
  readonly thread: PgliteThread
  readonly accessLock: AccessLock
}

/**
 * PGlite in a thread of its own, behind the same seam as a server.
 *
 *   open       statements run one at a time and are sent a few ahead; a transaction has the thread to itself.
 *   reopening  the watchdog fired, or the thread died: it is terminated and the folder opened again, as often as it
 *              takes. Statements fail at once with a Fault. What was not committed is gone, as after any crash.
 *   closed     for good.
 */
export async function createEmbeddedDriver(options: EmbeddedOptions, observe: ObserveStore): Promise<Driver> {
  const limits = { ...embeddedLimits, ...options.limits }
  const folder = openEmbeddedFolder(options.folder)
  const closing = new AbortController()
  let session: Session | null = null

  async function openSession(): Promise<Session> {
    const thread = await openPgliteThread(folder.data, limits.openMs, {
      onStuck(label, limitMs) {
        observe({ kind: 'watchdog-fired', label, limitMs })
        lose(opened)
      },
      onLost: () => lose(opened),
    })
    const opened: Session = { thread, accessLock: createAccessLock(limits) }
    return opened
  }

  function lose(lost: Session): void {
    if (session !== lost) return
    session = null
    lost.accessLock.shut(new Fault('database', 'the embedded database is being reopened'))
    void reopen(lost)
  }

  async function reopen(lost: Session): Promise<void> {
    const startedMs = monotonicMs()
    for (let attempt = 1; !closing.signal.aborted; attempt++) {
      try {
        await lost.thread.terminate()
        const opened = await openSession()
        if (closing.signal.aborted) return await opened.thread.terminate()
        session = opened
        observe({ kind: 'embedded-reopened', ms: monotonicMs() - startedMs })
        return
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        observe({ kind: 'embedded-reopen-failed', reason, attempt })
        await sleep(Math.min(reopenPauseMs.first * 2 ** attempt, reopenPauseMs.last), closing.signal)
      }
    }
  }

  async function visit<T>(as: Access, work: (thread: PgliteThread) => Promise<T>): Promise<T> {
    const current = session
    if (!current) throw new Fault('database', 'the embedded database is being reopened')
    const leave = await current.accessLock.acquire(as)
    try {
      return await work(current.thread)
    } finally {
      leave()
    }
  }

  try {
    if (folder.isNew) await makeDatabase(folder, limits)
    session = await openSession().catch((error: unknown) => {
      throw damaged(options.folder, error instanceof Error ? error.message : String(error), error)
    })
  } catch (error) {
    // Releasing writes too; what a full disk keeps of the lock names a process that is gone by then.
    try {
      folder.release()
    } catch {}
    throw fullDisk(options.folder, error) ?? error
  }

  // A folder on a disk without sockets still serves; only operators must stop it before they change a setting.
  const visitors = await serveVisitors(options.folder, ({ label, sql }, values) =>
    visit('shared', (thread) => thread.ask({ kind: 'run', name: '', sql, values }, label, limits.watchdogMs)),
  ).catch((error: unknown) => {
    observe({ kind: 'visits-impossible', reason: error instanceof Error ? error.message : String(error) })
    return null
  })

  let transactions = 0

  /**
   * PGlite has none of a server's processes: nobody else makes dead rows' space free again, and without a checkpoint the
   * write-ahead log grows until the database is closed. A table at a time, so that others are answered in between; the largest
   * first, because it grows most while it waits for its turn.
   */
  async function tidy(): Promise<void> {
    const control = (sql: string) =>
      visit('shared', (thread) => connectionOf(thread, 'maintenance', limits).control(sql))
    const tables = await visit('shared', (thread) =>
      connectionOf(thread, 'maintenance', limits).run({
        label: 'list-tables',
        sql: `
          select format('%I.%I', n.nspname, c.relname) as name
          from pg_class c
          join pg_namespace n on n.oid = c.relnamespace
          where n.nspname in ('chain', 'service') and c.relkind = 'r'
          order by pg_relation_size(c.oid) desc, name`,
      }),
    )
    for (const { name } of tables.rows) await control(`vacuum ${name}`)
    await control('checkpoint')
  }

  function countTransaction(): void {
    transactions += 1
    // Whatever kept it from ending, the next one begins anew.
    if (transactions % limits.tidyAfter === 0) void tidy().catch(() => undefined)
  }

  return {
    engine: 'embedded',
    run: (lane, statement) => visit('shared', (thread) => connectionOf(thread, lane, limits).run(statement)),
    // Whoever writes to the index has the database alone, so nothing of it changes meanwhile.
    together: (lane, work) => visit('shared', (thread) => work(connectionOf(thread, lane, limits))),
    lend: (lane, work) =>
      visit('exclusive', (thread) => {
        const connection = connectionOf(thread, lane, limits)
        if (lane === 'maintenance') return work(connection)
        countTransaction()
        return withIdleLimit(connection, limits.idleInTransactionMs, work)
      }),
    caches: noCaches,
    isOpen: () => session !== null,
    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      visitors?.close()
      const last = session
      session = null
      if (last) {
        const leave = await last.accessLock.acquire('exclusive').catch(() => null)
        last.accessLock.shut(new Fault('database', 'the embedded database is closed'))
        if (leave) await last.thread.ask({ kind: 'close' }, 'close', closeMs).catch(() => undefined)
        await last.thread.terminate()
      }
      folder.release()
    },
  }
}

/** Makes a new database aside and adopts it when it is whole. */
async function makeDatabase(folder: EmbeddedFolder, limits: EmbeddedLimits): Promise<void> {
  const ignore = { onStuck: () => undefined, onLost: () => undefined }
  const thread = await openPgliteThread(folder.making, limits.openMs, ignore)
  await thread.ask({ kind: 'close' }, 'close', limits.openMs)
  await thread.terminate()
  folder.adopt()
}

function connectionOf(thread: PgliteThread, lane: Lane, limits: EmbeddedLimits): Connection {
  const limitMs = lane === 'maintenance' ? limits.maintenanceMs : limits.watchdogMs
  const runNamed = (statement: Statement, name: string): Promise<Answer> =>
    thread.ask(
      { kind: 'run', name, sql: statement.sql, values: (statement.values ?? []).map(encodeValue) },
      statement.label,
      limitMs,
    )
  return {
    control: async (sql) => (await runNamed({ label: sql, sql }, '')).tag,
    run: async (statement) =>
      // A search is planned for its own words each time: a plan kept for all words is a bad plan for most.
      toOutcome(await runNamed(statement, lane === 'search' ? '' : statementName(statement))),
    runScript: async (label, sql) => {
      await thread.ask({ kind: 'script', sql, forgetPlans: true }, label, limitMs)
    },
  }
}

/** A transaction whose owner has fallen silent is rolled back, because everybody else is waiting behind it. */
async function withIdleLimit<T>(
  connection: Connection,
  idleMs: number,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const ended = new Fault('database', 'a transaction was idle for too long and was rolled back')
  let isEnded = false
  let giveUp: (error: Error) => void = () => undefined
  const silence = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  let stop = systemTimers.after(idleMs, onSilence)
  function onSilence(): void {
    isEnded = true
    connection
      .control('rollback')
      .catch(() => undefined)
      .finally(() => giveUp(ended))
  }
  let running = 0
  async function awake<R>(ask: () => Promise<R>): Promise<R> {
    if (isEnded) throw ended
    stop()
    running += 1
    try {
      return await ask()
    } finally {
      running -= 1
      if (running === 0 && !isEnded) stop = systemTimers.after(idleMs, onSilence)
    }
  }
  try {
    return await Promise.race([
      silence,
      work({
        control: (sql) => awake(() => connection.control(sql)),
        run: (statement) => awake(() => connection.run(statement)),
        runScript: (label, sql) => awake(() => connection.runScript(label, sql)),
      }),
    ])
  } finally {
    isEnded = true
    stop()
  }
}
