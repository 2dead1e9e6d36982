import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { Fault, sleep } from '../kit/index.ts'
import { type AnswerWatch, createAnswerLimit } from './answer-limit.ts'
import type { Statement } from './database.ts'
import type { Connection, Driver, Lane, Outcome } from './driver.ts'
import { defaultListSessions } from './list-sessions.ts'
import type { ObserveStore } from './observation.ts'
import { nothing, ServerQuery } from './server-query.ts'
import { createSessionLine, type SessionLine } from './session-line.ts'
import { decoderFor, encodeValue } from './sql-value.ts'
import { statementName } from './statement-name.ts'
import { endsSession } from './translate-error.ts'

/** Every wait on a server ends. The figures are configurable so that a test can shorten them. */
export interface ServerLimits {
  /** For a connection, and for a place in a full pool. */
  readonly connectMs: number
  /** The server cancels a statement after this long. */
  readonly statementMs: number
  /** The same for text search, which may not starve lists. */
  readonly searchStatementMs: number
  readonly lockMs: number
  readonly idleInTransactionMs: number
  /** For a server that has stopped answering at all; above statementMs, so that the server's own word comes first. */
  readonly answerMs: number
}

export const serverLimits: ServerLimits = {
  connectMs: 500,
  statementMs: 1_000,
  searchStatementMs: 400,
  lockMs: 500,
  idleInTransactionMs: 5_000,
  answerMs: 1_500,
}

/** Connections per lane beside those for lists. */
const poolSizes = { search: 2, service: 4, indexer: 1 } as const
/** Nobody waits for an answer while a process starts or a database is migrated: a busy server is given time. */
const patientConnectMs = 10_000
/** An idle connection is given back after this long. */
const idleMs = 30_000
/** How long a stopping service waits for running statements; each of them ends sooner by its own limits. */
const closeMs = 3_000

export interface ServerOptions {
  readonly url: string
  readonly limits?: Partial<ServerLimits>
  /** Lists worked on at once; absent: as many as suit the server's place. */
  readonly listSessions?: number
}

type PooledLane = 'lists' | keyof typeof poolSizes

interface OpenLane {
  readonly pool: Pool
  readonly sessions: SessionLine
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

function configFor(options: ServerOptions, lane: Lane): ClientConfig {
  const limits = { ...serverLimits, ...options.limits }
  const unlimited = lane === 'maintenance'
  return {
    connectionString: addressWith(options.url, {
      search_path: 'chain,service,public',
      timezone: 'UTC',
      // The index grows from nothing under plans that were made for empty tables.
      ...(lane === 'indexer' ? { plan_cache_mode: 'force_custom_plan' } : {}),
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
          statement_timeout: lane === 'search' ? limits.searchStatementMs : limits.statementMs,
          lock_timeout: limits.lockMs,
          idle_in_transaction_session_timeout: limits.idleInTransactionMs,
          // A pool's sessions are watched by one timer instead, or asked with a limit of their own.
          ...(lane === 'points' ? { query_timeout: limits.answerMs } : {}),
        }),
  }
}

/**
 * With callbacks: the promise that pg makes itself goes through a second one which keeps results alive beyond their
 * use, and collecting them took a tenth of the time of a list.
 */
function runOn(client: Client | PoolClient, statement: Statement, answerMs?: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const query = new ServerQuery(statement, answerMs, (error, outcome) => {
      if (error !== null) reject(error)
      else resolve(outcome)
    })
    client.query(query)
  })
}

/** The same on a connection that is asked ahead of its answers, where pg takes no queries but its own. */
function runAhead(client: Client, statement: Statement): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const values = (statement.values ?? []).map(encodeValue)
    const query = { name: statementName(statement), text: statement.sql, values }
    client.query(query, (error: Error | null, result) => {
      if (error) reject(error)
      else resolve({ rows: result.rows, count: result.rowCount ?? 0 })
    })
  })
}

const limitedTo = (answerMs: number | undefined): { query_timeout?: number } =>
  answerMs === undefined ? {} : { query_timeout: answerMs }

/** A transaction may ask for several things at once; the session answers them in order. */
function connectionOf(client: Client | PoolClient, answerMs?: number): Connection {
  let last: Promise<unknown> = Promise.resolve()
  function inOrder<T>(ask: () => Promise<T>): Promise<T> {
    const answer = last.then(ask)
    last = answer.catch(() => undefined)
    return answer
  }
  return {
    control: (sql) =>
      inOrder(async () => (await client.query({ text: sql, ...limitedTo(answerMs) })).command),
    run: (statement) => inOrder(() => runOn(client, statement, answerMs)),
    runScript: (_label, sql) =>
      inOrder(async () => {
        await client.query({ text: sql, ...limitedTo(answerMs) })
      }),
  }
}

/**
 * One connection on which short reads follow each other without waiting for answers (45,800 a second, measured). When
 * it breaks, everything on it fails together and the next read opens another.
 */
function createPipeline(config: ClientConfig, onLost: (reason: string) => void) {
  let current: Promise<Client> | null = null
  const open = (): Promise<Client> => {
    const client = new Client({ ...config, pipeline: true })
    const opening = client.connect().then(() => client)
    const forget = () => {
      if (current === opening) current = null
    }
    client.on('error', (error) => {
      forget()
      onLost(error.message)
    })
    client.on('end', forget)
    opening.catch(forget)
    current = opening
    return opening
  }
  return {
    async run(statement: Statement): Promise<Outcome> {
      const opened = current ?? open()
      const client = await opened
      try {
        return await runAhead(client, statement)
      } catch (error) {
        // The connection's own end may come later than the next caller.
        if (endsSession(error) && current === opened) current = null
        throw error
      }
    },
    close: async () => {
      const client = await current?.catch(() => null)
      await client?.end()
    },
  }
}

/** PostgreSQL through `pg`: a pool per lane, one pipelined connection for point reads, and a limit on every wait. */
export function createServerDriver(options: ServerOptions, observe: ObserveStore): Driver {
  let closed = false
  const answerMs = options.limits?.answerMs ?? serverLimits.answerMs
  const answerLimit = createAnswerLimit(answerMs)
  const watches = new WeakMap<PoolClient, AnswerWatch>()
  function watchOf(client: PoolClient): AnswerWatch {
    const known = watches.get(client)
    if (known) return known
    const watch = answerLimit.watch()
    watches.set(client, watch)
    return watch
  }
  const lost = new WeakSet<PoolClient>()
  const createPool = (lane: PooledLane, max: number): Pool => {
    const pool = new Pool({ ...configFor(options, lane), max, idleTimeoutMillis: idleMs })
    // An idle connection that dies emits an error, and an error nobody listens to ends the process.
    pool.on('error', (error) => observe({ kind: 'connection-lost', pool: lane, reason: error.message }))
    // The pool listens only to idle ones. One that dies while it is lent tells its query too; it is not passed on.
    pool.on('connect', (client) => client.on('error', () => lost.add(client)))
    pool.on('remove', (client) => watches.get(client)?.close())
    return pool
  }
  const { connectMs } = { ...serverLimits, ...options.limits }
  const places = { ...poolSizes, lists: options.listSessions ?? defaultListSessions(options.url) }
  const openLane = (lane: PooledLane): OpenLane => {
    const pool = createPool(lane, places[lane])
    // What is sent ahead waits behind what it was sent behind: writes and searches may take long.
    const options = { places: places[lane], waitMs: connectMs, sendsAhead: lane === 'lists' }
    return { pool, sessions: createSessionLine(pool, options) }
  }
  const lanes: Record<PooledLane, OpenLane> = {
    lists: openLane('lists'),
    search: openLane('search'),
    service: openLane('service'),
    indexer: openLane('indexer'),
  }
  const points = createPipeline(configFor(options, 'points'), (reason) =>
    observe({ kind: 'connection-lost', pool: 'points', reason }),
  )

  async function lendFrom<T>(
    { sessions }: OpenLane,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const client = await sessions.take()
    let broken = false
    const connection = connectionOf(client, answerMs)
    const watched: Connection = {
      control: (sql) => connection.control(sql).catch(note),
      run: (statement) => connection.run(statement).catch(note),
      runScript: (label, sql) => connection.runScript(label, sql).catch(note),
    }
    function note(error: unknown): never {
      if (endsSession(error)) broken = true
      throw error
    }
    try {
      return await work(watched)
    } finally {
      sessions.give(client, broken || lost.has(client))
    }
  }

  /**
   * One statement is worth less ceremony than a session. Without a promise between its end and the next one's start: that
   * one may have been sent already, and its answer be in the same packet.
   */
  function runIn({ sessions }: OpenLane, statement: Statement, isBegun = false): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      let on: PoolClient | null = null
      const query = new ServerQuery(statement, undefined, end)
      function end(error: Error | null, outcome: Outcome): void {
        if (on === null) return
        const session = on
        on = null
        watchOf(session).end()
        sessions.give(session, lost.has(session) || (error !== null && !query.isReady && endsSession(error)))
        if (error === null) resolve(outcome)
        else reject(error)
      }
      sessions.ask({
        isBegun,
        start(session) {
          on = session
          watchOf(session).begin((error) => {
            end(error, nothing)
            // pg would say goodbye, and wait for a server that says nothing.
            session.connection.stream.destroy()
          })
          session.query(query)
          // After an error pg holds it back until the server is ready.
          return query.sendAhead(session.connection)
        },
        sendAhead: (session) => !lost.has(session) && query.sendAhead(session.connection),
        refuse: reject,
      })
    })
  }

  /** Each statement but the first is one that continues: it goes to the front of the line. */
  function together<T>(lane: Lane, work: (connection: Pick<Connection, 'run'>) => Promise<T>): Promise<T> {
    let isBegun = false
    return work({
      run(statement) {
        const continues = isBegun
        isBegun = true
        return runLane(lane, statement, continues)
      },
    })
  }

  function runLane(lane: Lane, statement: Statement, isBegun = false): Promise<Outcome> {
    if (closed) return Promise.reject(closedFault())
    if (lane === 'points') return points.run(statement)
    if (lane === 'maintenance') return lendMaintenance((connection) => connection.run(statement))
    return runIn(lanes[lane], statement, isBegun)
  }

  async function lendMaintenance<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = new Client(configFor(options, 'maintenance'))
    client.on('error', (error) =>
      observe({ kind: 'connection-lost', pool: 'maintenance', reason: error.message }),
    )
    await client.connect()
    try {
      return await work(connectionOf(client))
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const closedFault = () => new Fault('database', 'the database is closed')

  async function lend<T>(lane: Lane, work: (connection: Connection) => Promise<T>): Promise<T> {
    if (closed) throw closedFault()
    if (lane === 'maintenance') return lendMaintenance(work)
    return lendFrom(lanes[lane === 'points' ? 'lists' : lane], work)
  }

  return {
    engine: 'server',
    run: runLane,
    together,
    lend,
    isOpen: () => !closed,
    async close() {
      if (closed) return
      closed = true
      const given = new AbortController()
      const ending = Promise.all([...Object.values(lanes).map(({ pool }) => pool.end()), points.close()])
      await Promise.race([ending.finally(() => given.abort()), sleep(closeMs, given.signal)])
      answerLimit.stop()
    },
  }
}
