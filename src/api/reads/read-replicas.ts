import { monotonicMs, Refusal, type Timers } from '../../kit/index.ts'
import { type Database, findFeedHead, findIndexStatus, type ReadReplica } from '../../store/index.ts'
import type { ObserveApi } from '../observation.ts'
import type { FreshText, IndexMoment } from './response-cache.ts'

/**
 * Standbys of the database, which answer lists and searches in place of the primary.
 *
 * One is asked only when it was seen at the revision that the primary was known to have when the request came, and its
 * answer counts only when it is of that revision or a later one: the bound is no lag at all. Everything else is answered by
 * the primary, as if there were no replicas.
 */
export interface ReadReplicas {
  answer(at: IndexMoment, compute: (database: Database) => Promise<FreshText>): Promise<FreshText>
  /** The primary has moved: looks where the replicas are. */
  look(): void
  figures(): readonly ReplicaFigures[]
  stop(): void
}

export interface ReplicaFigures {
  readonly name: string
  /** Since it was last seen with everything the primary had; 0 while it has. */
  readonly lagMs: number
}

export interface ReadReplicasOptions {
  readonly primary: Database
  readonly replicas: readonly ReadReplica[]
  readonly timers: Timers
  readonly observe: ObserveApi
}

/** How often replicas are looked at by themselves … */
const lookEveryMs = 250
/** … and the least time between two looks that requests ask for. */
const lookAgainMs = 25
/** The revision of one that cannot be asked. */
const away = -1

interface State {
  readonly replica: ReadReplica
  /** The index it was seen with, and how far. */
  epoch: string
  revision: number
  isCurrent: boolean
  currentAtMs: number
  isLookedAt: boolean
  /** Null before it was first looked at. */
  isAway: boolean | null
}

export function createReadReplicas({
  primary,
  replicas,
  timers,
  observe,
}: ReadReplicasOptions): ReadReplicas {
  const states: State[] = replicas.map((replica) => ({
    replica,
    epoch: '',
    revision: away,
    isCurrent: false,
    currentAtMs: monotonicMs(),
    isLookedAt: false,
    isAway: null,
  }))
  let turn = 0
  let isLooking = false
  let lookedAtMs = Number.NEGATIVE_INFINITY

  async function lookAround(): Promise<void> {
    if (isLooking) return
    isLooking = true
    lookedAtMs = monotonicMs()
    try {
      const known = await placeOf(primary)
      for (const state of states) void lookAt(state, known)
    } catch {
      // Without the primary nobody is answered, so nobody has to be sent anywhere.
    } finally {
      isLooking = false
    }
  }

  /** One that hangs keeps only itself. */
  async function lookAt(state: State, known: Place): Promise<void> {
    if (state.isLookedAt) return
    state.isLookedAt = true
    try {
      const { replica } = state
      const [{ epoch, revision }, isStandby] = await Promise.all([
        placeOf(replica.database),
        replica.isStandby(),
      ])
      // Its revisions are its own from then on, and say nothing about the primary's.
      if (!isStandby) return lose(state, 'it is no standby: it was promoted, or is the primary itself')
      // After a reindex revisions begin again: those of another index cannot be compared.
      if (epoch !== known.epoch) return lose(state, 'it holds another index')
      state.epoch = epoch
      state.revision = revision
      state.isCurrent = revision >= known.revision
      if (state.isCurrent) state.currentAtMs = monotonicMs()
      if (state.isAway === true) observe({ kind: 'replica-back', replica: replica.name })
      state.isAway = false
    } catch (error) {
      lose(state, reasonOf(error))
    } finally {
      state.isLookedAt = false
    }
  }

  function lose(state: State, reason: string): void {
    if (state.isAway !== true) observe({ kind: 'replica-away', replica: state.replica.name, reason })
    state.isAway = true
    state.isCurrent = false
    state.revision = away
  }

  function choose({ epoch, revision }: IndexMoment): State | null {
    const able = states.filter((state) => state.epoch === epoch && state.revision >= revision)
    return able[turn++ % able.length] ?? null
  }

  const stopLooking = timers.every(lookEveryMs, () => void lookAround())
  void lookAround()

  return {
    async answer(at, compute) {
      const state = choose(at)
      if (state === null) {
        if (monotonicMs() - lookedAtMs >= lookAgainMs) void lookAround()
        observe({ kind: 'replica-read', outcome: 'none' })
        return compute(primary)
      }
      try {
        const answer = await compute(state.replica.database)
        if (answer.view.revision >= at.revision) {
          observe({ kind: 'replica-read', outcome: 'answered' })
          return answer
        }
        state.revision = answer.view.revision
        observe({ kind: 'replica-read', outcome: 'behind' })
      } catch (error) {
        // A no may be one of yesterday's: what is not there yet is not found.
        observe({ kind: 'replica-read', outcome: error instanceof Refusal ? 'refused' : 'failed' })
        if (!(error instanceof Refusal)) {
          state.revision = away
          void lookAround()
        }
      }
      return compute(primary)
    },
    look: () => void lookAround(),
    figures: () =>
      states.map(({ replica, isCurrent, currentAtMs }) => ({
        name: replica.name,
        lagMs: isCurrent ? 0 : monotonicMs() - currentAtMs,
      })),
    stop: stopLooking,
  }
}

interface Place {
  readonly epoch: string
  readonly revision: number
}

async function placeOf({ points }: Pick<Database, 'points'>): Promise<Place> {
  const [head, status] = await Promise.all([findFeedHead(points), findIndexStatus(points)])
  return { epoch: head.epoch, revision: status?.revision ?? 0 }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'it does not answer')
