import {
  type Api,
  type ApiObservation,
  type ApiParts,
  type ApiSettings,
  createApi,
  createIndexView,
  createListGate,
  createResponseCache,
  defaultServerLimits,
  NODE_READS_MAX,
  type Route,
  type ServerLimits,
} from '../../src/api/index.ts'
import {
  type Auth,
  createAuth,
  createRateLimiter,
  createVerifier,
  type RateLimiter,
  type Verifier,
} from '../../src/auth/index.ts'
import {
  type Clock,
  createManualClock,
  createSeededRandom,
  type ManualClock,
  systemClock,
  systemRandom,
  systemTimers,
} from '../../src/kit/index.ts'
import { createCursorCodec, type Database } from '../../src/store/index.ts'
import { assertDocumented } from './openapi.ts'
import { paperBuilder, paperDeployment, paperRelay } from './venue/paper-venue.ts'

export interface TestApiOptions {
  readonly database: Database
  readonly settings?: Partial<Omit<ApiSettings, 'limits'>>
  readonly limits?: Partial<ServerLimits>
  /** Requests a minute; so many that no test runs into them unless it wants to. */
  readonly rates?: { anonymous?: Rates; key?: Rates }
  readonly parts?: Partial<ApiParts>
  readonly extraRoutes?: readonly Route[]
  /** For the limiter, which uses real time in production. */
  readonly limiterClock?: Clock
}

interface Rates {
  reads: number
  writes: number
}

export interface TestApi {
  readonly api: Api
  readonly auth: Auth
  readonly limiter: RateLimiter
  /** The clock of challenges and keys. */
  readonly clock: ManualClock
  readonly observations: ApiObservation[]
  readonly settings: ApiSettings
  /** One request through the real router; the answer is checked against docs/openapi.json. */
  request(method: string, url: string, options?: RequestOptions): Promise<Answered>
  close(): Promise<void>
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string | string[]>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly payload?: string | Buffer
  readonly key?: string
  readonly remoteAddress?: string
}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  /** The parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape assertDocumented has checked.
  json(): any
}

let threads: Verifier | null = null

/** One thread for a whole test file: starting it costs a second or two, and a busy machine must not cut it short. */
function sharedVerifier(): Verifier {
  threads ??= createVerifier({ threads: 1, jobMs: 300_000 })
  return { findSigned: threads.findSigned, close: async () => undefined }
}

/** When the test's clock starts: 15 November 2025, 00:00 UTC. */
export const testStartMs = 1_763_164_800_000

/** The API over the real auth and the given database, without a socket. */
export async function createTestApi(options: TestApiOptions): Promise<TestApi> {
  const many = { reads: 1_000_000, writes: 1_000_000 }
  const clock = createManualClock(testStartMs)
  const observations: ApiObservation[] = []
  const settings: ApiSettings = {
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    publicUrl: 'https://sibyl.example',
    trustProxy: false,
    corsOrigins: ['*'],
    consoleFolder: null,
    ...options.settings,
    // The tests' own machine may be busy; whoever tests the overload guard sets its bounds.
    limits: { ...defaultServerLimits, eventLoopDelayMaxMs: 3_600_000, heapShareMax: 1, ...options.limits },
  }
  const auth = createAuth({
    database: options.database,
    clock,
    random: systemRandom,
    publicUrl: () => settings.publicUrl,
    networkId: 4,
    group: 0,
    verifier: sharedVerifier(),
  })
  const limiter = createRateLimiter({
    clock: options.limiterClock ?? systemClock,
    anonymous: options.rates?.anonymous ?? many,
    key: options.rates?.key ?? many,
  })
  const api = await createApi(
    settings,
    {
      auth,
      limiter,
      database: options.database,
      builder: paperBuilder(options.database, clock),
      cursors: createCursorCodec(['a secret for tests, long enough to be one']),
      index: createIndexView({ database: options.database, clock }),
      replicas: null,
      cache: createResponseCache(),
      listGate: createListGate(),
      nodeGate: createListGate(NODE_READS_MAX),
      venue: paperDeployment,
      relay: { accept: paperRelay(options.database, clock) },
      node: {
        url: 'http://127.0.0.1:22973',
        tip: async () => null,
        balances: async () => ({ native: { amount: 0n, locked: 0n }, tokens: new Map(), coins: 0 }),
      },
      terms: {
        confirmations: 10,
        maxIndexLagMs: 60_000,
        rates: { anonymous: options.rates?.anonymous ?? many, key: options.rates?.key ?? many },
      },
      faucet: null,
      devnet: null,
      operator: {
        unreadyReasons: async () => (options.database.isOpen() ? [] : ['the database is away']),
        metrics: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'sibyl_up 1\n' }),
      },
      observe: (observation) => void observations.push(observation),
      random: createSeededRandom('test'),
      timers: systemTimers,
      ...options.parts,
    },
    options.extraRoutes,
  )

  async function request(method: string, url: string, given: RequestOptions = {}): Promise<Answered> {
    const response = await api.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(given.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(given.key === undefined ? {} : { authorization: `Bearer ${given.key}` }),
        ...given.headers,
      },
      ...(given.remoteAddress === undefined ? {} : { remoteAddress: given.remoteAddress }),
      ...(given.json === undefined ? {} : { payload: JSON.stringify(given.json) }),
      ...(given.payload === undefined ? {} : { payload: given.payload }),
    })
    const { statusCode: status, headers, body } = response
    assertDocumented({ method, url, status, headers, body })
    return { status, headers, body, json: () => JSON.parse(body) }
  }

  return {
    api,
    auth,
    limiter,
    clock,
    observations,
    settings,
    request,
    async close() {
      await api.stop()
      await auth.close()
    },
  }
}
