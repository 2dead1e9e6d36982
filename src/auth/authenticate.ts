import type { ApiKey } from '../domain/index.ts'
import { afterThisTurn, monotonicMs, systemTimers, type Timers } from '../kit/index.ts'
import { findApiKeyByHash } from '../store/index.ts'
import type { AuthContext } from './context.ts'
import { hashKeyText, isKeyText } from './key-text.ts'

export type Authenticate = (text: string) => Promise<ApiKey | null>

/**
 * How long a look-up vouches for a key, from when it started. `revokeKey` answers only after longer than that, so when its
 * answer is out no replica believes an older look-up any more.
 */
export const vouchedMs = 25

/** A look-up that takes longer than this is not waited for: trouble with the database is told once, not twice over. */
const patienceMs = 20

/** Requests with one key that share the look-up which is about to start. */
interface Wave {
  readonly found: Promise<ApiKey | null>
  start(): void
}

/** A key that was found, and until when it is believed. */
interface Vouched {
  readonly key: ApiKey
  readonly untilMs: number
}

export interface AuthenticateOptions {
  readonly onFound?: (key: ApiKey) => void
  readonly timers?: Timers
  readonly realTimeMs?: () => number
}

/**
 * The key behind a text, or null. Junk is refused without a look-up. A key that was found is believed for `vouchedMs`;
 * that there is none is never remembered, so a new key works at once.
 *
 * Requests with the same key share the next look-up that starts after they arrived: at the end of the event loop's turn,
 * or when the one under way has ended. So it sees every revocation that was answered before any of them began. Under load
 * a key costs a fraction of a point read; with one each, cached lists went at half their speed.
 */
export function createAuthenticate(
  { database, clock }: Pick<AuthContext, 'database' | 'clock'>,
  { onFound = () => undefined, timers = systemTimers, realTimeMs = monotonicMs }: AuthenticateOptions = {},
): Authenticate {
  const vouched = new Map<string, Vouched>()
  const waiting = new Map<string, Wave>()
  /** How many look-ups of a key are under way. */
  const asking = new Map<string, number>()

  const isExpired = ({ expiresAtMs }: ApiKey): boolean => expiresAtMs !== null && expiresAtMs <= clock.nowMs()

  async function lookUp(text: string): Promise<ApiKey | null> {
    const startedMs = realTimeMs()
    const key = await findApiKeyByHash(database.points, hashKeyText(text))
    if (!key || key.revokedAtMs !== null || isExpired(key)) return null
    vouchFor(text, { key, untilMs: startedMs + vouchedMs })
    onFound(key)
    return key
  }

  function vouchFor(text: string, found: Vouched): void {
    vouched.set(text, found)
    timers.after(vouchedMs, () => {
      if (vouched.get(text) === found) vouched.delete(text)
    })
  }

  function believed(text: string): ApiKey | null {
    const found = vouched.get(text)
    return found !== undefined && realTimeMs() < found.untilMs && !isExpired(found.key) ? found.key : null
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
    const known = believed(text)
    if (known) return Promise.resolve(known)
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
