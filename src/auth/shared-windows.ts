import { type Clock, systemTimers, type Timers } from '../kit/index.ts'
import type { ObserveAuth } from './observation.ts'
import {
  type AskedWindow,
  createMemoryWindows,
  type WindowState,
  type WindowStore,
} from './sliding-window.ts'
import { connectWindowServer, reasonOf, type WindowServer } from './window-server.ts'

export interface SharedWindowsOptions {
  /** `redis://` or `rediss://`; Redis and Valkey speak alike. */
  readonly url: string
  /** Windows kept in process, for the time without the server. */
  readonly namesMax: number
  /** A request waits so long for the server, then it is counted in process. */
  readonly answerMs: number
  /** Between two attempts to find the server again. */
  readonly retryMs: number
  readonly observe: ObserveAuth
  /** The server's own when absent: then all replicas go by one clock, whatever theirs say. */
  readonly clock?: Clock
  readonly timers?: Timers
}

export interface SharedWindows extends WindowStore {
  /** Whether counts are shared at the moment. */
  isShared(): boolean
  close(): void
}

/** The server refuses our login: waiting does not heal that, so it stops the start. */
export class WindowServerRefused extends Error {
  constructor(reason: string) {
    super(`the server refuses the login (${reason})`)
    this.name = 'WindowServerRefused'
  }
}

const refusals = new Set(['WRONGPASS', 'NOAUTH', 'NOPERM'])

/**
 * Windows that several processes share, kept by a server that may go away.
 *
 * shared   the server counts; every count is noted in process too.
 * alone    the server is gone, late or refuses: the same limits hold in process, on top of what was noted. A request
 *          that was waiting for the server is counted there as well, so none hangs, fails or passes uncounted.
 *          Every `retryMs` one attempt is made to connect anew; when it succeeds, shared again.
 *
 * What was counted alone does not reach the server afterwards: in the minute after it returns a client may be given up
 * to twice its budget.
 */
export async function openSharedWindows(options: SharedWindowsOptions): Promise<SharedWindows> {
  const { observe, timers = systemTimers } = options
  const own = createMemoryWindows(options.namesMax)
  let server: WindowServer | null = null
  let callOffRetry = (): void => undefined
  let told: 'shared' | 'alone' | null = null
  let closed = false

  async function connect(): Promise<void> {
    let lost: string | null = null
    let made: WindowServer | null = null
    made = await connectWindowServer({
      url: options.url,
      connectMs: options.answerMs,
      onLost(reason) {
        lost = reason
        if (made !== null && server === made) leave(reason)
      },
    })
    if (closed || lost !== null) {
      made.destroy()
      if (lost !== null) leave(lost)
      return
    }
    server = made
    if (told !== 'shared') observe({ kind: 'limits-shared' })
    told = 'shared'
  }

  function leave(reason: string): void {
    if (closed) return
    const gone = server
    server = null
    gone?.destroy()
    if (told !== 'alone') observe({ kind: 'limits-alone', reason })
    told = 'alone'
    callOffRetry()
    callOffRetry = timers.after(options.retryMs, () => {
      connect().catch((error: unknown) => leave(reasonOf(error)))
    })
  }

  async function takeShared(
    from: WindowServer,
    windows: readonly AskedWindow[],
    nowMs: number,
  ): Promise<WindowState[]> {
    try {
      const states = await inTime(from.take(windows, options.clock?.nowMs() ?? null))
      if (states[0]?.counted) own.take(windows, nowMs)
      return states
    } catch (error) {
      if (server === from) leave(reasonOf(error))
      return own.take(windows, nowMs)
    }
  }

  /** The answer, or a failure after `answerMs`. An answer that only waited behind a blocked event loop still counts. */
  function inTime<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let callOff = timers.after(options.answerMs, () => {
        callOff = timers.after(1, () => reject(new Error('TIMEOUT')))
      })
      answer.then(resolve, reject).finally(() => callOff())
    })
  }

  await connect().catch((error: unknown) => {
    const reason = reasonOf(error)
    if (refusals.has(reason)) throw new WindowServerRefused(reason)
    leave(reason)
  })

  return {
    isShared: () => server !== null,
    take: (windows, nowMs) =>
      server === null ? own.take(windows, nowMs) : takeShared(server, windows, nowMs),
    close() {
      closed = true
      callOffRetry()
      server?.destroy()
      server = null
    },
  }
}
