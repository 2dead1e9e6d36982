import { missing, refuse } from '../domain/index.ts'
import { monotonicMs, systemTimers, type Timers } from '../kit/index.ts'
import { listApiKeysByOwner } from '../store/index.ts'
import { revokeApiKey, setApiKeyLimits } from '../store/writes/auth.ts'
import type { Auth } from './auth.ts'
import { createAuthenticate } from './authenticate.ts'
import { type AuthContext, revokedKeysShown } from './context.ts'
import { issueChallenge } from './issue-challenge.ts'
import { createLastUsed } from './last-used.ts'
import { createMaintenance } from './maintenance.ts'
import { mintKey } from './mint-key.ts'
import type { ObserveAuth } from './observation.ts'
import { purgeChallenges } from './purge-challenges.ts'
import { createVerifier, type Verifier } from './verifier.ts'

export interface AuthOptions extends Omit<AuthContext, 'observe' | 'verifier'> {
  /** MAINTENANCE=true: on, whatever the database says. */
  readonly forceMaintenance?: boolean
  readonly observe?: ObserveAuth
  /** Made here unless given; one that was given is closed by whoever gave it. */
  readonly verifier?: Verifier
  readonly timers?: Timers
  /** Limits and caches go by real time, whatever the venue's clock says. */
  readonly realTimeMs?: () => number
}

const purgeEveryMs = 60 * 60_000

/** Puts the room together. */
export function createAuth(options: AuthOptions): Auth {
  const { observe = () => undefined, timers = systemTimers, realTimeMs = monotonicMs } = options
  const { database, clock } = options
  const verifier = options.verifier ?? createVerifier({ observe })
  const context: AuthContext = { ...options, verifier, observe }
  const lastUsed = createLastUsed(context)
  const maintenance = createMaintenance(context, { realTimeMs, isForced: options.forceMaintenance ?? false })
  const stopPurging = timers.every(purgeEveryMs, () => {
    purgeChallenges(context).then(
      (count) => observe({ kind: 'challenges-purged', count }),
      (error: unknown) => observe({ kind: 'purge-failed', reason: String(error) }),
    )
  })

  return {
    issueChallenge: (request) => issueChallenge(context, request),
    mintKey: (request) => mintKey(context, request),
    authenticate: createAuthenticate(context, { onFound: (key) => lastUsed.note(key), realTimeMs }),
    listKeys: (caller) => listApiKeysByOwner(database, caller.ownerPublicKey, revokedKeysShown),
    async revokeKey({ ownerPublicKey }, id) {
      const isOwn = await revokeApiKey(database, id, { ownerPublicKey, nowMs: clock.nowMs() })
      if (!isOwn) throw refuse('NOT_FOUND', { keyId: id }, 'the wallet has no such key')
      await database.caches.invalidate()
      observe({ kind: 'key-revoked', keyId: id })
    },
    assertScope({ scopes }, scope) {
      if (!scopes.includes(scope)) throw refuse('INSUFFICIENT_SCOPE', { required: scope, scopes })
    },
    async setKeyLimits(id, limits) {
      const key = await setApiKeyLimits(database, id, limits)
      if (!key) throw missing('keyId', id)
      await database.caches.invalidate()
      return key
    },
    isMaintenance: () => maintenance.isOn(),
    setMaintenance: (on) => maintenance.set(on),
    settle: () => lastUsed.settle(),
    async close() {
      stopPurging()
      await lastUsed.settle()
      if (!options.verifier) await verifier.close()
    },
  }
}
