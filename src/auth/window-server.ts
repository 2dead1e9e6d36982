import { createClient } from '@redis/client'
import { Fault, withDeadline } from '../kit/index.ts'
import type { AskedWindow, WindowState } from './sliding-window.ts'
import { windowScript } from './window-script.ts'

/** One connection to a Redis or Valkey server that counts. It is used until something goes wrong, then thrown away. */
export interface WindowServer {
  /** `timeMs` null: by the server's own clock. */
  take(windows: readonly AskedWindow[], timeMs: number | null): Promise<WindowState[]>
  /** Also ends what is under way. Safe to call twice. */
  destroy(): void
}

export interface WindowServerOptions {
  readonly url: string
  /** For connecting, logging in and loading the script, together. */
  readonly connectMs: number
  /** Called when the connection breaks by itself. */
  onLost(reason: string): void
}

/** The digit names the form of what is stored: processes of an earlier one count beside, not into it. */
const keyPrefix = 'sibyl:rate:2:'
/** More waiting for one server is no use: whoever comes later would not be answered in time. */
const waitingMax = 10_000

export async function connectWindowServer(options: WindowServerOptions): Promise<WindowServer> {
  const { url, connectMs, onLost } = options
  const client = createClient({
    url,
    RESP: 2,
    disableClientInfo: true,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    commandsQueueMaxLength: waitingMax,
    // Whoever threw this connection away decides when to try another.
    socket: { reconnectStrategy: false, connectTimeout: connectMs },
  })
  client.on('error', (error: unknown) => onLost(reasonOf(error)))
  client.on('end', () => onLost('closed'))
  const destroy = (): void => {
    if (client.isOpen) client.destroy()
  }

  async function login(): Promise<string> {
    await client.connect()
    return client.scriptLoad(windowScript)
  }

  let hash: string
  try {
    hash = await withDeadline(connectMs, login, () => new Fault('upstream_timeout', 'no answer in time'))
  } catch (error) {
    destroy()
    throw error
  }

  return {
    destroy,
    async take(windows, timeMs) {
      const call = {
        keys: windows.map(({ name }) => keyPrefix + name),
        arguments: [timeMs === null ? '' : String(timeMs), ...windows.map(({ limit }) => String(limit))],
      }
      // Someone may have emptied the server's scripts; sending the text puts it back.
      const reply = await client
        .evalSha(hash, call)
        .catch((error: unknown) =>
          reasonOf(error) === 'NOSCRIPT' ? client.eval(windowScript, call) : Promise.reject(error),
        )
      return toStates(reply, windows)
    },
  }
}

/** What an error is called, without its text, which may repeat what was sent. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return code
  // A server's own errors begin with a word in capitals: NOSCRIPT, WRONGPASS, OOM, READONLY, LOADING.
  return /^[A-Z]{2,}\b/.exec(error.message)?.[0] ?? error.name
}

/** The script answers integers. What only becomes one by conversion (null, an empty text or list) is none. */
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** An answer that the script cannot have given is a failure: believed, it would let everybody pass, or nobody. */
function toStates(reply: unknown, windows: readonly AskedWindow[]): WindowState[] {
  const numbers = Array.isArray(reply) && reply.every(isCount) ? reply : []
  const counted = numbers[0] === 1
  const states = windows.map((_, i) => ({
    counted,
    used: numbers[1 + 2 * i]!,
    resetSeconds: numbers[2 + 2 * i]!,
  }))
  const isFull = windows.some(({ limit }, i) => states[i]!.used >= limit + (counted ? 1 : 0))
  if (numbers.length !== 1 + 2 * windows.length || isFull === counted)
    throw new Fault('upstream_error', 'the rate limit store answered something else')
  return states
}
