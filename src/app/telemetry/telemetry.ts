import { type DestinationStream, type Logger, pino } from 'pino'
import type { ApiObservation, ObserveApi } from '../../api/index.ts'
import type { ObserveAuth } from '../../auth/index.ts'
import type { ObserveBuilder } from '../../builder/index.ts'
import type { ObserveChain } from '../../chain/index.ts'
import type { ObserveIndexer } from '../../indexer/index.ts'
import type { ObserveKeeper } from '../../keeper/index.ts'
import type { ObserveStore } from '../../store/index.ts'
import { createLineBudget } from './line-budget.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { scrub } from './scrub.ts'

/** What the process itself has to tell. */
export type AppObservation =
  | {
      readonly kind: 'started'
      readonly role: string
      readonly url: string
      readonly engine: string
      readonly ms: number
    }
  | { readonly kind: 'demo-made'; readonly ms: number }
  | {
      readonly kind: 'catching-up'
      readonly height: number
      readonly nodeHeight: number
      readonly percent: number
    }
  | { readonly kind: 'stopping'; readonly signal: string }
  | { readonly kind: 'stopped' }
  /** A part met what it must not work on from: the process ends. */
  | { readonly kind: 'halted'; readonly reason: string }
  | { readonly kind: 'stop-failed'; readonly part: string; readonly cause: unknown }
  | { readonly kind: 'crashed'; readonly origin: string; readonly cause: unknown }

export interface Telemetry {
  readonly observeApi: ObserveApi
  readonly observeAuth: ObserveAuth
  readonly observeStore: ObserveStore
  readonly observeChain: ObserveChain
  readonly observeIndexer: ObserveIndexer
  readonly observeBuilder: ObserveBuilder
  readonly observeKeeper: ObserveKeeper
  readonly observeApp: (observation: AppObservation) => void
  readonly metrics: Metrics
  /** Who knows which requests are being answered: asked when the process crashes, so that they stand in its last line. */
  nameRequestsFrom(requestIdsInFlight: () => readonly string[]): void
  /** Writes out what is buffered; called before the process ends. */
  flush(): void
}

export interface TelemetryOptions {
  readonly level: string
  /** One in so many successful requests is logged. */
  readonly sampleRate: number
  readonly destination: DestinationStream & { flushSync?: () => void }
}

/** Lines a second about requests answered 503, and as many about faults behind them. */
const refusalLinesPerSecond = 20
/** Lines a second about coins that were left out: they are listed again and again. */
const oddCoinLinesPerSecond = 1

/** More ids in the last line would help nobody. */
const crashIdsMax = 100

type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal'

const indexerLevels = {
  applied: 'debug',
  undone: 'info',
  finalized: 'debug',
  trouble: 'warn',
  halted: 'error',
  'lead-taken': 'info',
  'lead-lost': 'warn',
  'lead-given-up': 'warn',
  'caught-up': 'info',
} as const

/** What is not listed is of use only while debugging. */
const authLevels: Readonly<Partial<Record<string, Level>>> = {
  'verifier-full': 'warn',
  'verifier-restarted': 'warn',
  'last-used-failed': 'warn',
  'purge-failed': 'warn',
  'limits-alone': 'warn',
  'limits-shared': 'info',
}

/** What is not listed is a warning. */
const keeperLevels: Readonly<Partial<Record<string, Level>>> = {
  sent: 'info',
  refused: 'debug',
  balance: 'debug',
  broken: 'error',
  'reveal-overdue': 'error',
  'lead-taken': 'info',
}

/** What is not listed is news. */
const appLevels: Readonly<Partial<Record<string, Level>>> = {
  crashed: 'fatal',
  halted: 'fatal',
  'stop-failed': 'error',
}

/**
 * The one place that decides on level, wording and metric. Rooms hand over typed observations that hold no secret; the
 * scrubber is the second guard, for texts of foreign errors.
 */
export function createTelemetry(options: TelemetryOptions): Telemetry {
  const metrics = createMetrics()
  const logger = createLogger(options)
  let successes = 0
  const mayTellOfRefusal = createLineBudget(refusalLinesPerSecond)
  const mayTellOfFault = createLineBudget(refusalLinesPerSecond)
  const mayTellOfCoin = createLineBudget(oddCoinLinesPerSecond)
  let requestIdsInFlight: () => readonly string[] = () => []

  const log = (level: Level, kind: string, fields: object): void => logger[level](fields, kind)

  function logRequest(level: Level, { kind, ...fields }: Extract<ApiObservation, { kind: 'request' }>): void {
    log(level, kind, fields)
  }

  function inFlight(): object {
    const ids = requestIdsInFlight()
    return { requestIds: ids.slice(0, crashIdsMax), requestsInFlight: ids.length }
  }

  return {
    metrics,
    nameRequestsFrom(source) {
      requestIdsInFlight = source
    },
    flush: () => options.destination.flushSync?.(),
    observeApi(observation) {
      switch (observation.kind) {
        case 'request': {
          const { method, route, status, ms } = observation
          metrics.request(method, route, status, ms)
          if (status >= 500) {
            if (status !== 503 || mayTellOfRefusal()) logRequest('warn', observation)
          } else if (status >= 400) logRequest('debug', observation)
          else if (successes++ % options.sampleRate === 0) logRequest('info', observation)
          break
        }
        case 'pressure':
          metrics.underPressure(observation.reason !== null)
          log(observation.reason === null ? 'info' : 'warn', 'pressure', { reason: observation.reason })
          break
        case 'bug':
          metrics.event('api', 'bug')
          log('error', 'bug', withError(observation))
          break
        case 'fault':
          metrics.event('api', 'fault')
          if (mayTellOfFault()) log('warn', 'fault', withError(observation))
          break
        case 'cut':
          metrics.event('api', 'cut', observation.connections)
          log('warn', 'cut', { connections: observation.connections })
          break
        case 'malformed':
          metrics.event('api', 'malformed')
          log('debug', 'malformed', { code: observation.code })
          break
        case 'replica-read':
          metrics.replicaRead(observation.outcome)
          break
        case 'replica-away':
        case 'replica-back': {
          const { kind, ...fields } = observation
          metrics.event('api', kind)
          log(kind === 'replica-back' ? 'info' : 'warn', kind, fields)
          break
        }
      }
    },
    observeAuth({ kind, ...fields }) {
      metrics.event('auth', kind)
      if (kind === 'limits-shared' || kind === 'limits-alone') metrics.sharedLimits(kind === 'limits-shared')
      log(authLevels[kind] ?? 'debug', kind, fields)
    },
    observeStore(observation) {
      if (observation.kind === 'statement') {
        metrics.statement(observation.label, observation.failed, observation.ms)
        return
      }
      const { kind, ...fields } = observation
      metrics.event('store', kind)
      log(kind === 'migration-applied' ? 'info' : 'warn', kind, fields)
    },
    observeChain({ kind, ...fields }) {
      metrics.event('chain', kind)
      if (mayTellOfCoin()) log('warn', kind, withError(fields))
    },
    observeIndexer({ kind, ...fields }) {
      metrics.event('indexer', kind)
      if (kind === 'halted' && 'height' in fields) metrics.indexHalted(fields.height)
      log(indexerLevels[kind], kind, 'cause' in fields ? withError(fields) : fields)
    },
    observeBuilder({ kind, ...fields }) {
      metrics.event('builder', kind)
      log(kind === 'simulation-unexplained' ? 'warn' : 'debug', kind, fields)
    },
    observeKeeper({ kind, ...fields }) {
      metrics.event('keeper', kind)
      if (kind === 'broken' && 'duty' in fields) metrics.keeperBug(fields.duty)
      if (kind === 'balance' && 'attoAlph' in fields) metrics.keeperBalance(fields.address, fields.attoAlph)
      log(keeperLevels[kind] ?? 'warn', kind, 'cause' in fields ? withError(fields) : printable(fields))
    },
    observeApp({ kind, ...fields }) {
      metrics.event('app', kind)
      const level = appLevels[kind] ?? 'info'
      const known = 'cause' in fields ? withError(fields) : fields
      log(level, kind, kind === 'crashed' ? { ...known, ...inFlight() } : known)
    },
  }
}

function withError<T extends { readonly cause?: unknown }>({ cause, ...rest }: T): object {
  return { ...rest, err: cause }
}

function createLogger({ level, destination }: TelemetryOptions): Logger {
  return pino(
    {
      level,
      base: { service: 'sibyl' },
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: toSafeError },
    },
    destination,
  )
}

/** An error's name, code, message, stack and cause, scrubbed; nothing else it may carry. */
function toSafeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: scrub(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: scrub(error.message),
    ...(error.stack === undefined ? {} : { stack: scrub(error.stack) }),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: toSafeError(error.cause, depth + 1) }),
  }
}

/** Amounts as digits: JSON has no bigint. */
const printable = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  )
