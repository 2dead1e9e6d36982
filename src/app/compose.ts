import { join, resolve } from 'node:path'
import { createApi } from '../api/index.ts'
import { type Auth, createAuth, createRateLimiter } from '../auth/index.ts'
import { monotonicMs, systemClock, systemRandom, systemTimers } from '../kit/index.ts'
import { type Database, openDatabase } from '../store/index.ts'
import { toApiSettings } from './api-settings.ts'
import type { Config } from './config.ts'
import { ensureSecretKeys } from './secrets.ts'
import { createStops } from './stops.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

/** The venue's network and group until a node tells otherwise: those of the embedded devnet. */
const devnet = { networkId: 4, group: 0 }

export interface House {
  /** Where the API listens. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Opens the rooms from the ground up, each saying how it stops; stopping runs in reverse. When a room does not open,
 * those below it are closed again before the reason is thrown.
 */
export async function compose(config: Config, telemetry: Telemetry): Promise<House> {
  const startedMs = monotonicMs()
  const stops = createStops((part, cause) => telemetry.observeApp({ kind: 'stop-failed', part, cause }))
  let stopping = false
  try {
    const database = await openStore(config, telemetry)
    stops.add('database', () => database.close())

    if (config.secretKeys.length === 0) await ensureSecretKeys(resolve(config.dataDir), systemRandom)

    const auth = openAuth(config, telemetry, database)
    stops.add('auth', () => auth.close())

    const limiter = createRateLimiter({
      clock: systemClock,
      anonymous: { reads: config.anonymousReads, writes: config.anonymousWrites },
      key: { reads: config.keyReads, writes: config.keyWrites },
    })

    const api = await createApi(toApiSettings(config, publicUrlOf(config)), {
      auth,
      limiter,
      database,
      operator: {
        unreadyReasons: async () => [
          ...(stopping ? ['the service is stopping'] : []),
          ...(database.isOpen() ? [] : ['the database is away']),
        ],
        metrics: () => telemetry.metrics.text(),
      },
      observe: telemetry.observeApi,
      random: systemRandom,
      timers: systemTimers,
    })
    stops.add('api', () => api.stop())

    const { port } = await api.start()
    const url = `http://${hostInUrl(config.host)}:${port}`
    telemetry.observeApp({ kind: 'started', url, engine: database.engine, ms: monotonicMs() - startedMs })
    return {
      url,
      stop() {
        stopping = true
        return stops.run()
      },
    }
  } catch (error) {
    await stops.run()
    throw error
  }
}

/** The database alone, for commands that need nothing else. */
export function openStore(config: Config, telemetry: Telemetry): Promise<Database> {
  if (config.databaseUrl !== null)
    return openDatabase({ kind: 'server', url: config.databaseUrl }, telemetry.observeStore)
  const folder = join(resolve(config.dataDir), 'database')
  return openDatabase({ kind: 'embedded', folder }, telemetry.observeStore)
}

/** For an operator's command: the database and auth, for as long as the work takes. */
export async function withAuth<T>(
  config: Config,
  telemetry: Telemetry,
  work: (auth: Auth) => Promise<T>,
): Promise<T> {
  const database = await openStore(config, telemetry)
  const auth = openAuth(config, telemetry, database)
  try {
    return await work(auth)
  } finally {
    await auth.close()
    await database.close()
  }
}

function openAuth(config: Config, telemetry: Telemetry, database: Database): Auth {
  return createAuth({
    database,
    clock: systemClock,
    random: systemRandom,
    publicUrl: publicUrlOf(config),
    networkId: devnet.networkId,
    group: devnet.group,
    forceMaintenance: config.maintenance,
    observe: telemetry.observeAuth,
  })
}

function publicUrlOf(config: Config): string {
  if (config.publicUrl !== null) return config.publicUrl
  const host = `http://${hostInUrl(config.host)}`
  return config.port === 0 ? host : `${host}:${config.port}`
}

const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)
