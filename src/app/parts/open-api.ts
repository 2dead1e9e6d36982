import { createApi, createListGate, createResponseCache, NODE_READS_MAX } from '../../api/index.ts'
import { createRateLimiter } from '../../auth/index.ts'
import { createBuilder } from '../../builder/index.ts'
import { publicUrlOf, urlAt } from '../../config/index.ts'
import { createSaltBox, relayReveal } from '../../keeper/index.ts'
import { monotonicClock, systemRandom, systemTimers } from '../../kit/index.ts'
import { createCursorCodec, listenFeed } from '../../store/index.ts'
import { toApiSettings } from '../api-settings.ts'
import { toDevnetControls } from '../venue/devnet-controls.ts'
import { createFaucet } from '../venue/faucet.ts'
import { createNodeView } from '../venue/node-view.ts'
import type { Ground } from './ground.ts'
import { openAuth } from './open-auth.ts'
import { openOperator } from './open-operator.ts'
import { openReplicas } from './open-replicas.ts'
import { openWindows } from './open-windows.ts'

const purgeBuildsEveryMs = 60 * 60_000

/** Serves the interface; answers where. */
export async function openApi(ground: Ground): Promise<string> {
  const { config, telemetry, stops, database, secretKeys, node, venue, clock, index } = ground
  const { chain, devnet } = node
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

  // With PORT=0 nobody knows the address before it is listened on, and no challenge is issued before that.
  let listeningUrl: string | null = null
  const auth = openAuth(ground, () => publicUrlOf(config, listeningUrl))
  stops.add('auth', () => auth.close())

  // Nobody else is on a devnet: who tries things out should not be told to wait.
  const generosity = devnet === null ? 1 : 10
  const rates = {
    anonymous: {
      reads: config.anonymousReads * generosity,
      writes: config.anonymousWrites * generosity,
    },
    key: { reads: config.keyReads, writes: config.keyWrites },
  }
  const replicas = openReplicas(ground)
  const saltBox = createSaltBox(secretKeys, systemRandom)
  const api = await createApi(toApiSettings(config, publicUrlOf(config)), {
    auth,
    limiter: createRateLimiter({ clock: monotonicClock, ...rates, ...(await openWindows(ground)) }),
    builder,
    database,
    replicas,
    cursors: createCursorCodec(secretKeys),
    index,
    cache: createResponseCache(),
    listGate: createListGate(),
    nodeGate: createListGate(NODE_READS_MAX),
    venue,
    relay: {
      accept: (request) => relayReveal(request, { database, chain, clock, venue, saltBox }),
    },
    node: createNodeView(node.url, chain),
    terms: { confirmations: config.confirmations, maxIndexLagMs: config.maxIndexLagMs, rates },
    faucet: devnet === null ? null : createFaucet(devnet, venue),
    devnet: devnet === null ? null : toDevnetControls(devnet.controls),
    operator: openOperator(ground),
    observe: telemetry.observeApi,
    random: systemRandom,
    timers: systemTimers,
  })
  const onGrown = (): void => {
    index.expire()
    replicas?.look()
    api.wakeStreams()
  }
  if (config.databaseUrl === null) ground.onFeedGrown.push(onGrown)
  else {
    const listening = listenFeed(config.databaseUrl, onGrown)
    stops.add('feed', () => listening.close())
  }
  stops.add('api', () => api.stop())
  telemetry.nameRequestsFrom(() => api.requestIdsInFlight())

  // Only now: whoever looks meets a closed door for as short as can be.
  await ground.opening.end()
  const { host, port } = await api.start()
  listeningUrl = urlAt(host, port)
  return listeningUrl
}
