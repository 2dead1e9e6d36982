import type { FastifyRequest } from 'fastify'
import { clientOf } from '../../auth/index.ts'
import type { ApiKey } from '../../domain/index.ts'
import { streamOperation } from '../../wire/index.ts'
import type { ClientAddress } from '../hooks/client-address.ts'
import type { ApiParts } from '../parts.ts'
import { createConnections } from './connections.ts'
import { createFairQueue } from './fair-queue.ts'
import { createHub, type Hub } from './hub.ts'
import { createSubscriber, type Subscriber, type Wire } from './subscriber.ts'

const heartbeatMs = 15_000
/** Pages that are read at once for all who catch up: half of the sessions for short reads. */
const PAGES_AT_ONCE = 2

/** All streams of this process. */
export interface Streams {
  readonly parts: ApiParts
  /** A place for one more; refuses when its address or key has too many. */
  take(request: FastifyRequest): () => void
  takeFor(request: FastifyRequest, key: ApiKey): () => void
  open(request: FastifyRequest, wire: Wire): { readonly subscriber: Subscriber; leave(): void }
  /** What nobody expected while it was served; it is logged as on any request. */
  observeBug(request: FastifyRequest, cause: unknown): void
  /** The feed has grown. */
  wake(): void
  /** Says goodbye to everybody. */
  stop(): void
}

export async function createStreams(parts: ApiParts, clientAddress: ClientAddress): Promise<Streams> {
  const { database, timers, index, observe } = parts
  const hub: Hub = await createHub(database, timers, {
    onMore: () => index.expire(),
    onBug: (cause) => observe({ kind: 'bug', requestId: null, route: streamOperation.path, cause }),
  })
  const connections = createConnections()
  const pages = createFairQueue(PAGES_AT_ONCE)
  const open = new Set<Subscriber>()

  async function beat(): Promise<void> {
    const status = await parts.index.current().catch(() => null)
    const lagMs = status === null ? 0 : parts.index.lagMs(status)
    for (const subscriber of [...open]) subscriber.heartbeat(lagMs)
  }
  function observeBug(request: FastifyRequest, cause: unknown): void {
    const route = request.routeOptions.config.path ?? 'unmatched'
    parts.observe({ kind: 'bug', requestId: request.id, route, cause })
  }
  const stopBeating = parts.timers.every(heartbeatMs, () => void beat())

  return {
    parts,
    take: (request) => connections.take(clientAddress(request.raw), request.admitted.key),
    takeFor: (request, key) => connections.take(clientAddress(request.raw), key),
    open(request, wire) {
      // By address alone: wallets cost nothing, and whoever has many would have as many turns.
      const caller = clientOf(clientAddress(request.raw))
      const { database } = parts
      const onBug = (cause: unknown): void => observeBug(request, cause)
      const subscriber = createSubscriber(hub, { database, wire, pages, caller, onBug })
      open.add(subscriber)
      return {
        subscriber,
        leave() {
          open.delete(subscriber)
          subscriber.end()
        },
      }
    },
    observeBug,
    wake: () => hub.wake(),
    stop() {
      stopBeating()
      hub.stop()
      for (const subscriber of [...open]) subscriber.goodbye()
    },
  }
}
