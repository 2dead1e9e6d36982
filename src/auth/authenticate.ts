import type { ApiKey } from '../domain/index.ts'
import { afterThisTurn, systemTimers, type Timers } from '../kit/index.ts'
import { findApiKeyByHash } from '../store/index.ts'
import type { AuthContext } from './context.ts'
import { hashKeyText, isKeyText } from './key-text.ts'

export type Authenticate = (text: string) => Promise<ApiKey | null>

/** A look-up that takes longer than this is not waited for: trouble with the database is told once, not twice over. */
const patienceMs = 20

/** Requests with one key that share the look-up which is about to start. */
interface Wave {
  readonly found: Promise<ApiKey | null>
  start(): void
}

/**
 * The key behind a text, or null. Junk is refused without a look-up. Nothing is remembered beyond its own look-up: a
 * key revoked by another replica a moment ago is refused here too.
 *
 * Requests with the same key share the next look-up that starts after they arrived: at the end of the event loop's turn,
 * or when the one under way has ended. So it sees every revocation that was answered before any of them began. Under load
 * a key costs a fraction of a point read; with one each, cached lists went at half their speed.
 */
export function createAuthenticate(
  { database, clock }: Pick<AuthContext, 'database' | 'clock'>,
  onFound: (key: ApiKey) => void = () => undefined,
  timers: Timers = systemTimers,
): Authenticate {
  const waiting = new Map<string, Wave>()
  /** How many look-ups of a key are under way. */
  const asking = new Map<string, number>()

  async function lookUp(text: string): Promise<ApiKey | null> {
    const key = await findApiKeyByHash(database.points, hashKeyText(text))
    if (!key || key.revokedAtMs !== null) return null
    if (key.expiresAtMs !== null && key.expiresAtMs <= clock.nowMs()) return null
    onFound(key)
    return key
  }

  function ended(text: string): void {
    const left = (asking.get(text) ?? 1) - 1
    if (left === 0) asking.delete(text)
    else asking.set(text, left)
    waiting.get(text)?.start()
  }

  function createWave(text: string): Wave {
    const { promise: found, resolve } = withResolve<ApiKey | null>()
    let stopWaiting = (): void => undefined
    const wave: Wave = {
      found,
      start() {
        if (waiting.get(text) !== wave) return
        waiting.delete(text)
        stopWaiting()
        asking.set(text, (asking.get(text) ?? 0) + 1)
        resolve(lookUp(text).finally(() => ended(text)))
      },
    }
    if (asking.has(text)) stopWaiting = timers.after(patienceMs, wave.start)
    else afterThisTurn(wave.start)
    return wave
  }

  return (text) => {
    const shared = waiting.get(text)
    if (shared) return shared.found
    if (!isKeyText(text)) return Promise.resolve(null)
    const wave = createWave(text)
    waiting.set(text, wave)
    return wave.found
  }
}

function withResolve<T>(): { promise: Promise<T>; resolve(value: Promise<T>): void } {
  let resolve: (value: Promise<T>) => void = () => undefined
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
