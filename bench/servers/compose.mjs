import { Type } from 'typebox'
import {
  createApi,
  createIndexView,
  createListGate,
  createResponseCache,
  defaultServerLimits,
  defineRoute,
} from '../../dist/api/index.js'
import { createTelemetry } from '../../dist/app/index.js'
import { createAuth, createRateLimiter } from '../../dist/auth/index.js'
import { systemClock, systemRandom, systemTimers } from '../../dist/kit/index.js'
import { createCursorCodec } from '../../dist/store/index.js'

/** The route of bare.mjs. */
const hello = defineRoute(
  {
    id: 'hello',
    method: 'GET',
    path: '/v1/hello',
    tag: 'bench',
    summary: 'Says hello',
    access: 'public',
    answer: Type.Object({ hello: Type.String() }),
    answerMeaning: 'hello',
  },
  () => ({ hello: 'world' }),
)

/**
 * The API as it is shipped over this database, with a hello-world route: ids, headers, limits, keys, telemetry, overload
 * guard. Compiled code, because a loader that keeps function names makes every closure twice as dear.
 */
export async function startApi(
  database,
  secret = 'a secret for the bench, long enough to be one',
  // A bench keeps the machine busy on purpose: the guard stays on, its bound is out of reach.
  { limits = { eventLoopDelayMaxMs: 600_000 }, trustProxy = false, consoleFolder = null, parts = {} } = {},
) {
  const telemetry = createTelemetry({
    level: 'info',
    sampleRate: 100,
    destination: { write: () => undefined },
  })
  const many = { reads: 1_000_000_000, writes: 1_000_000_000 }
  const api = await createApi(
    {
      host: '127.0.0.1',
      port: 0,
      version: '0.0.0',
      publicUrl: 'http://127.0.0.1',
      trustProxy,
      corsOrigins: ['*'],
      consoleFolder,
      limits: { ...defaultServerLimits, ...limits },
    },
    {
      auth: createAuth({
        database,
        clock: systemClock,
        random: systemRandom,
        publicUrl: () => 'http://127.0.0.1',
        networkId: 4,
        group: 0,
        observe: telemetry.observeAuth,
      }),
      limiter: createRateLimiter({ clock: systemClock, anonymous: many, key: many }),
      database,
      cursors: createCursorCodec([secret]),
      index: createIndexView({ database, clock: systemClock }),
      cache: createResponseCache(),
      replicas: null,
      listGate: createListGate(),
      venue: { group: 0 }, // all that a list asks of it
      operator: { unreadyReasons: async () => [], metrics: () => telemetry.metrics.text() },
      observe: telemetry.observeApi,
      random: systemRandom,
      timers: systemTimers,
      ...parts,
    },
    [hello],
  )
  const { port } = await api.start()
  process.send?.(port)
  return api
}
