import { join, resolve } from 'node:path'
import { createApi, createIndexView, createResponseCache, type IndexView } from '../api/index.ts'
import { type Auth, createAuth, createRateLimiter } from '../auth/index.ts'
import { createBuilder } from '../builder/index.ts'
import { createIndexer } from '../indexer/index.ts'
import { createKeeper, createSaltBox, type Keeper, relayReveal } from '../keeper/index.ts'
import { bytesToHex, type Clock, monotonicMs, systemClock, systemRandom, systemTimers } from '../kit/index.ts'
import {
  createCursorCodec,
  createDatabaseClock,
  type Database,
  openDatabase,
  type StoreDatabase,
} from '../store/index.ts'
import { toApiSettings } from './api-settings.ts'
import { type Config, ConfigError } from './config.ts'
import { ensureSecretKeys } from './secrets.ts'
import { createStops } from './stops.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import { createFaucet } from './venue/faucet.ts'
import { createNodeView } from './venue/node-view.ts'
import { openDeployment } from './venue/open-deployment.ts'
import { openKeeperKey } from './venue/open-keeper-key.ts'
import { openNode } from './venue/open-node.ts'

export interface House {
  /** Where the API listens. */
  readonly url: string
  /** Where wallets submit. */
  readonly nodeUrl: string
  stop(): Promise<void>
}

const purgeBuildsEveryMs = 60 * 60_000

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
    const secretKeys =
      config.secretKeys.length > 0
        ? config.secretKeys
        : await ensureSecretKeys(resolve(config.dataDir), systemRandom)

    const node = await openNode(config)
    stops.add('node', () => node.stop())
    const { chain, devnet } = node
    const venue = await openDeployment(config, node)

    const databaseClock = devnet === null ? await createDatabaseClock(database) : null
    stops.add('clock', () => databaseClock?.stop())
    const clock: Clock = devnet?.clock ?? databaseClock ?? systemClock

    const indexer = createIndexer({
      chain,
      database,
      venue: {
        vault: venue.contracts.vault.address,
        voting: venue.contracts.voting.address,
        oracle: venue.contracts.oracle.address,
        parlays: venue.contracts.parlays.address,
      },
      clock,
      networkId: venue.networkId,
      startHeight: devnet === null ? config.indexStartHeight : 0,
      // One process at a time holds an embedded database: its next one takes the lead up at once, also after a crash.
      name: database.engine === 'embedded' ? 'embedded' : bytesToHex(systemRandom.bytes(8)),
      isNodeAuthority: devnet !== null,
      // Asking a node in this process costs nothing, and whoever tries the venue wants to see its order at once.
      ...(devnet !== null && { limits: { pollMs: 50 } }),
      observe: telemetry.observeIndexer,
    })
    indexer.start()
    stops.add('indexer', () => indexer.stop())

    const builder = createBuilder({
      database,
      chain,
      clock,
      venue,
      confirmations: config.confirmations,
      observe: telemetry.observeBuilder,
    })
    stops.add(
      'purge of builds',
      systemTimers.every(purgeBuildsEveryMs, () => void builder.purge().catch(() => undefined)),
    )

    const saltBox = createSaltBox(secretKeys, systemRandom)
    const keeperKey = await openKeeperKey(config, devnet, venue.group)
    if (keeperKey !== null) {
      const keeper = createKeeper({
        database,
        chain,
        clock,
        venue,
        privateKey: keeperKey,
        saltBox,
        revealAttempts: config.revealAttempts,
        observe: telemetry.observeKeeper,
      })
      await assertFunded(keeper, devnet !== null)
      keeper.start()
      stops.add('keeper', () => keeper.stop())
    }

    const auth = openAuth(config, telemetry, { database, clock, venue })
    stops.add('auth', () => auth.close())

    const rates = {
      anonymous: { reads: config.anonymousReads, writes: config.anonymousWrites },
      key: { reads: config.keyReads, writes: config.keyWrites },
    }
    const index = createIndexView({ database, clock })
    const api = await createApi(toApiSettings(config, publicUrlOf(config)), {
      auth,
      limiter: createRateLimiter({ clock: systemClock, ...rates }),
      builder,
      database,
      cursors: createCursorCodec(secretKeys),
      index,
      cache: createResponseCache(),
      venue,
      relay: {
        accept: (request) => relayReveal(request, { database, chain, clock, venue, saltBox }),
        attemptsMax: config.revealAttempts,
      },
      node: createNodeView(node.url, chain),
      terms: { confirmations: config.confirmations, maxIndexLagMs: config.maxIndexLagMs, rates },
      faucet: devnet === null ? null : createFaucet(devnet, venue),
      operator: {
        unreadyReasons: async () =>
          stopping ? ['the service is stopping'] : unreadyReasons(config, database, index),
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
      nodeUrl: node.url,
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

/** A keeper that cannot pay does nothing and looks alive; outside the devnet it must not start so. */
async function assertFunded(keeper: Keeper, onDevnet: boolean): Promise<void> {
  if (onDevnet || (await keeper.getBalance()) > 0n) return
  throw new ConfigError([
    `KEEPER_KEY: its wallet ${keeper.address} has no coins; send it some ALPH to pay gas with`,
  ])
}

async function unreadyReasons(config: Config, database: Database, index: IndexView): Promise<string[]> {
  if (!database.isOpen()) return ['the database is away']
  const status = await index.current()
  if (status === null) return ['the index has no block yet']
  if (status.haltedReason !== null) return [`the index stopped: ${status.haltedReason}`]
  return index.lagMs(status) > config.maxIndexLagMs ? ['the index lags behind its node'] : []
}

/** The database alone, for commands that need nothing else. A visitor speaks to a venue that is running on it. */
export function openStore(
  config: Config,
  telemetry: Telemetry,
  { mayVisit = false }: { readonly mayVisit?: boolean } = {},
): Promise<StoreDatabase> {
  if (config.databaseUrl !== null)
    return openDatabase({ kind: 'server', url: config.databaseUrl }, telemetry.observeStore)
  const folder = join(resolve(config.dataDir), 'database')
  return openDatabase({ kind: 'embedded', folder, mayVisit }, telemetry.observeStore)
}

/** For an operator's command: the database and auth, for as long as the work takes. */
export async function withAuth<T>(
  config: Config,
  telemetry: Telemetry,
  work: (auth: Auth) => Promise<T>,
): Promise<T> {
  const database = await openStore(config, telemetry, { mayVisit: true })
  // No challenge is issued or checked by an operator's command, so network and group do not matter.
  const auth = openAuth(config, telemetry, {
    database,
    clock: systemClock,
    venue: { networkId: 0, group: 0 },
  })
  try {
    return await work(auth)
  } finally {
    await auth.close()
    await database.close()
  }
}

interface AuthGround {
  readonly database: Database
  readonly clock: Clock
  readonly venue: { readonly networkId: number; readonly group: number }
}

function openAuth(config: Config, telemetry: Telemetry, { database, clock, venue }: AuthGround): Auth {
  return createAuth({
    database,
    clock,
    random: systemRandom,
    publicUrl: publicUrlOf(config),
    networkId: venue.networkId,
    group: venue.group,
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
