import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Timers } from '../../kit/index.ts'

/**
 * Connections that Node has handed over, for a CONNECT or an Upgrade: it no longer hears their errors, times them or closes
 * them, and does not wait for the answers before.
 */
export interface HandedOver {
  /** The answer that ends the connection; null where another is unfinished on it, and it is closed. */
  take(request: IncomingMessage): ServerResponse | null
  has(socket: Socket): boolean
  /** Closes what is left of them. */
  cut(): void
}

/** `takeMs` is how long a finished answer may wait for its reader: whatever comes on the connection renews its other limit. */
export function createHandedOver(timers: Timers, takeMs: number): HandedOver {
  const open = new Set<Socket>()
  return {
    take(request) {
      const { socket } = request
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      socket.on('error', () => socket.destroy())
      socket.on('timeout', () => socket.destroy())
      const response = new ServerResponse(request)
      response.shouldKeepAlive = false
      response.on('prefinish', () =>
        socket.once(
          'close',
          timers.after(takeMs, () => socket.destroy()),
        ),
      )
      response.on('finish', () => socket.destroySoon())
      try {
        response.assignSocket(socket)
        return response
      } catch {
        socket.destroy()
        return null
      }
    },
    has: (socket) => open.has(socket),
    cut() {
      for (const socket of open) socket.destroy()
    },
  }
}
