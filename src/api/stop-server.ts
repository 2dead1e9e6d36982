import type { Server } from 'node:http'
import net from 'node:net'
import type { Timers } from '../kit/index.ts'
import type { ObserveApi } from './observation.ts'
import type { ServerLimits } from './settings.ts'

const sweepMs = 100

/**
 * Stops a server without resetting anybody. States: *draining* (no new connection is accepted; open ones stay, and
 * every answer on them says `connection: close`), *closing* (after `drainMs`: connections are closed as they become
 * idle), *cut* (after `stopMs`: whatever is left is closed and told of, a half-sent request as well as an unfinished
 * answer). It ends as soon as the last connection is gone.
 *
 * `http.Server.close` would close idle connections at once, and with them a request that is already in the socket's
 * buffer; hence the plain close of `net`.
 */
export function stopServer(
  server: Server,
  limits: ServerLimits,
  {
    timers,
    observe,
    cut = () => {},
  }: {
    readonly timers: Timers
    readonly observe: ObserveApi
    /** Closes the connections that the server has handed over and knows no longer. */
    readonly cut?: () => void
  },
): Promise<void> {
  if (!server.listening) return Promise.resolve()
  return new Promise((resolve) => {
    let stopSweeping = (): void => {}
    const stopDraining = timers.after(limits.drainMs, () => {
      server.closeIdleConnections()
      stopSweeping = timers.every(sweepMs, () => server.closeIdleConnections())
    })
    const stopCutting = timers.after(limits.stopMs, () => {
      server.getConnections((_error, connections) => {
        observe({ kind: 'cut', connections })
        server.closeAllConnections()
        cut()
      })
    })
    net.Server.prototype.close.call(server, () => {
      stopDraining()
      stopSweeping()
      stopCutting()
      resolve()
    })
  })
}
