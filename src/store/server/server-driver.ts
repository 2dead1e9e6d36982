import { Client, type ClientConfig, Pool, type QueryConfig, type QueryResult } from 'pg'
import { Fault, sleep, systemTimers } from '../../kit/index.ts'
import type { Statement } from '../database.ts'
import type { Connection, Driver, Lane, Outcome } from '../driver.ts'
import type { ObserveStore } from '../observation.ts'
import { decoderFor, encodeValue } from '../sql-value.ts'
import { statementName } from '../statement-name.ts'
import { endsSession } from '../translate-error.ts'
import { createAnswerWatch } from './answer-watch.ts'
import { createServerCaches } from './cache-invalidation.ts'

/** Every wait on a server ends. The figures are configurable so that a test can shorten them. */
export interface ServerLimits {
  /** For a connection, and for a place in a full pool. */
  readonly connectMs: number
  /** The server cancels a statement after this long. */
  readonly statementMs: number
  /** The same for text search, which may not starve lists. */
  readonly searchStatementMs: number
  /**
   * The same for the indexer, on whom no caller waits: its statements are bounded by pages of rows, and on a slow machine
   * a page must not fail for ever. As long as the embedded database gives one.
   */
  readonly indexerStatementMs: number
  readonly lockMs: number
  readonly idleInTransactionMs: number
  /** For a server that has stopped answering at all; above statementMs, so that the server's own word comes first. */
  readonly answerMs: number
}

export const serverLimits: ServerLimits = {
  connectMs: 500,
  statementMs: 1_000,
  searchStatementMs: 400,
  indexerStatementMs: 5_000,
  lockMs: 500,
  idleInTransactionMs: 5_000,
  answerMs: 1_500,
}

/** Connections per lane. For lists, sixteen were slower than eight on two cores. */
const poolSizes = { lists: 8, points: 4, search: 2, service: 4, indexer: 1 } as const
/** Nobody waits for an answer while a process starts or a database is migrated: a busy server is given time. */
const patientConnectMs = 10_000
/** An idle connection is given back after this long. */
const idleMs = 30_000
/** How long a stopping service waits for running statements; each of them ends sooner by its own limits. */
const closeMs = 3_000

export interface ServerOptions {
  readonly url: string
  readonly limits?: Partial<ServerLimits>
  /** Lists worked on at once; 8 when absent. */
  readonly listSessions?: number
}

/** The settings every session starts with; in the address, because pg lets the address win over its own options. */
function addressWith(url: string, settings: Readonly<Record<string, string>>): string {
  const address = new URL(url)
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const theirs = address.searchParams.get('options')
  address.searchParams.set('options', [...(theirs ? [theirs] : []), ...ours].join(' '))
  // pg reads the query as a URI, where a plus sign is a plus sign.
  return address.href.replaceAll('+', '%20')
}

const types = { getTypeParser: (oid: number) => decoderFor(oid) }

function statementMsOf(limits: ServerLimits, lane: Lane): number {
  if (lane === 'search') return limits.searchStatementMs
  return lane === 'indexer' ? limits.indexerStatementMs : limits.statementMs
}

function answerMsOf(limits: ServerLimits, lane: Lane): number {
  if (lane === 'maintenance') return Number.POSITIVE_INFINITY
  return lane === 'indexer' ? limits.indexerStatementMs + limits.answerMs : limits.answerMs
}

function configFor({ url, limits }: { url: string; limits: ServerLimits }, lane: Lane): ClientConfig {
  const unlimited = lane === 'maintenance'
  return {
    connectionString: addressWith(url, {
      search_path: 'chain,service,public',
      timezone: 'UTC',
      // Decided by what a plan is thought to cost, which of a list that ends early is far too much: 100 ms for a list of 5.
      jit: 'off',
      // A word in a sixth of a million markets is on nearly every page: with the usual 4 MB it is forgotten which rows it
      // was, and all on those pages are looked at.
      ...(lane === 'lists' || lane === 'search' ? { work_mem: '16MB' } : {}),
      // The index grows from nothing under plans that were made for empty tables. What a block touches is in memory, where a
      // row by its key costs no more than the next one: taken for a disk's, half a table was read for a dozen rows.
      ...(lane === 'indexer' ? { plan_cache_mode: 'force_custom_plan', random_page_cost: '1.1' } : {}),
      // A generic plan cannot see the query: "-bitcoin" took 1,089 ms instead of 3.
      ...(lane === 'search'
        ? { plan_cache_mode: 'force_custom_plan', 'pg_trgm.similarity_threshold': '0.3' }
        : {}),
    }),
    application_name: `sibyl ${lane}`,
    keepAlive: true,
    connectionTimeoutMillis: unlimited ? Math.max(limits.connectMs, patientConnectMs) : limits.connectMs,
    // pg hands every column of a text-format row to this parser; it asks for no other format.
    types: types as NonNullable<ClientConfig['types']>,
    ...(unlimited
      ? {}
      : {
          statement_timeout: statementMsOf(limits, lane),
          lock_timeout: limits.lockMs,
          idle_in_transaction_session_timeout: limits.idleInTransactionMs,
        }),
  }
}

const queryOf = (statement: Statement): QueryConfig => ({
  name: statementName(statement),
  text: statement.sql,
  values: (statement.values ?? []).map(encodeValue),
})

/** Called once: with an error, or with null and what was found. */
type Settle = (error: Error | null, result?: QueryResult) => void

const outcomeOf = ({ rows, rowCount }: QueryResult): Outcome => ({ rows, count: rowCount ?? 0 })

type Ask = (query: QueryConfig) => Promise<QueryResult>

const connectionOf = (ask: Ask): Connection => ({
  control: async (sql) => (await ask({ text: sql })).command,
  run: async (statement) => outcomeOf(await ask(queryOf(statement))),
  runScript: async (_label, sql) => void (await ask({ text: sql })),
})

/** A transaction may ask for several things at once; each is sent when the one before is answered. */
function oneByOne(ask: Ask): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return (query) => {
    const answer = last.then(() => ask(query))
    last = answer.catch(() => undefined)
    return answer
  }
}

/** What is asked of a session that has ended fails at once, the end of its transaction too: a silent server is waited for once. */
function untilEnded(ask: Ask): Ask {
  let end: unknown = null
  return async (query) => {
    if (end !== null) throw end
    try {
      return await ask(query)
    } catch (error) {
      if (endsSession(error)) end = error
      throw error
    }
  }
}

async function inSnapshot<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  await connection.control('begin isolation level repeatable read, read only')
  try {
    const result = await work()
    await connection.control('commit')
    return result
  } catch (error) {
    // When the session is gone the rollback fails too, and the first error is the one to tell.
    await connection.control('rollback').catch(() => undefined)
    throw error
  }
}

/** PostgreSQL through `pg`: a pool per lane, and a limit on every wait. */
export function createServerDriver(options: ServerOptions, observe: ObserveStore): Driver {
  const { url } = options
  const limits = { ...serverLimits, ...options.limits }
  const answers = createAnswerWatch(systemTimers)
  let closed = false
  const lostIn = (pool: Lane) => (error: Error) =>
    observe({ kind: 'connection-lost', pool, reason: error.message })

  const createPool = (lane: keyof typeof poolSizes): Pool => {
    const max = lane === 'lists' ? (options.listSessions ?? poolSizes.lists) : poolSizes[lane]
    const pool = new Pool({
      ...configFor({ url, limits }, lane),
      pipeline: lane === 'indexer',
      max,
      idleTimeoutMillis: idleMs,
    })
    // A connection that dies emits an error, and an error nobody listens to ends the process.
    pool.on('error', lostIn(lane))
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const pools = {
    lists: createPool('lists'),
    points: createPool('points'),
    search: createPool('search'),
    service: createPool('service'),
    indexer: createPool('indexer'),
  }

  async function lend<T>(lane: Lane, work: (connection: Connection) => Promise<T>): Promise<T> {
    if (closed) throw new Fault('database', 'the database is closed')
    if (lane === 'maintenance') return lendMaintenance(work)
    const client = await pools[lane].connect()
    let broken = false
    const note = (error: unknown): never => {
      if (endsSession(error)) broken = true
      throw error
    }
    const connection = connectionOf(
      lane === 'indexer' ? ahead(client) : oneByOne(untilEnded(asking(client, lane))),
    )
    try {
      return await work({
        control: (sql) => connection.control(sql).catch(note),
        run: (statement) => connection.run(statement).catch(note),
        runScript: (label, sql) => connection.runScript(label, sql).catch(note),
      })
    } finally {
      // Neither is one that is still in a transaction, whose end was cancelled: it would refuse whatever comes next.
      client.release(broken || client.getTransactionStatus() !== 'I')
    }
  }

  /**
   * With a callback, and without pg's own limit on the answer: a promise or a timer for each query kept every page alive
   * until a full collection.
   */
  function ask(client: Client, query: QueryConfig, lane: Lane, settle: Settle): void {
    const answered = answers.expect(answerMsOf(limits, lane), () => settle(new Error('no answer in time')))
    void client.query(query, (error, result) => {
      // The types of pg leave out that an error may be absent.
      if (answered()) settle(error as Error | null, result)
    })
  }

  const asking =
    (client: Client, lane: Lane): Ask =>
    (query) =>
      new Promise((resolve, reject) => {
        ask(client, query, lane, (error, result) => (error === null ? resolve(result!) : reject(error)))
      })

  /**
   * Sent without waiting and answered in order, so each has its time from the answer before it. Silence ends the connection
   * and with it everything that was sent: pg would wait for those answers before it closes.
   */
  function ahead(client: Client): Ask {
    let unanswered = 0
    let answered = (): boolean => true
    function watchNext(): void {
      answered = answers.expect(answerMsOf(limits, 'indexer'), () =>
        client.connection.stream.destroy(new Error('no answer in time')),
      )
    }
    return (query) =>
      new Promise((resolve, reject) => {
        unanswered += 1
        if (unanswered === 1) watchNext()
        void client.query(query, (error, result) => {
          answered()
          unanswered -= 1
          if (unanswered > 0) watchNext()
          if (error) reject(error)
          else resolve(result)
        })
      })
  }

  /** One statement needs no order among several: every read of a list comes this way. */
  function run(lane: Lane, statement: Statement): Promise<Outcome> {
    if (lane === 'maintenance' || closed) return lend(lane, (connection) => connection.run(statement))
    const query = queryOf(statement)
    return new Promise((resolve, reject) => {
      pools[lane].connect((refused, client, release) => {
        if (client === undefined) {
          reject(refused)
          return
        }
        ask(client, query, lane, (error, result) => {
          release(error !== null && endsSession(error))
          if (result === undefined) reject(error)
          else resolve(outcomeOf(result))
        })
      })
    })
  }

  async function lendMaintenance<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = new Client(configFor({ url, limits }, 'maintenance'))
    client.on('error', lostIn('maintenance'))
    await client.connect()
    try {
      return await work(connectionOf(oneByOne(asking(client, 'maintenance'))))
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const listening = { ...configFor({ url, limits }, 'service'), query_timeout: limits.answerMs }
  const caches = createServerCaches(listening, { lend })

  return {
    engine: 'server',
    run,
    caches,
    together: (lane, work) => lend(lane, (connection) => inSnapshot(connection, () => work(connection))),
    lend,
    isOpen: () => !closed,
    async close() {
      if (closed) return
      closed = true
      const given = new AbortController()
      const ending = Promise.all([caches.close(), ...Object.values(pools).map((pool) => pool.end())])
      await Promise.race([ending.finally(() => given.abort()), sleep(closeMs, given.signal)])
      answers.stop()
    },
  }
}
