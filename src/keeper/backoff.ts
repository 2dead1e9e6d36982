import { NodeRefused } from '../chain/index.ts'
import { Fault, Refusal } from '../kit/index.ts'
import { CannotBuild } from '../transaction/index.ts'
import type { ObserveKeeper } from './observation.ts'

/** What a piece of work is called: a duty's look for what is due, or one of its tasks. */
export interface Work {
  readonly duty: string
  readonly task?: string
}

/**
 * Keeps one broken thing from stopping the rest. What throws a Bug is told, left alone for a while, and tried again:
 * the pause doubles each time and is forgotten when it works. Trouble of the world (the node, the database, no coins)
 * is no Bug and passes through: it ends by itself, and is the same for everybody.
 */
export interface Backoff {
  /** The work's result; undefined when it broke, or is still left alone. */
  attempt<T>(work: Work, run: () => Promise<T>): Promise<T | undefined>
}

export interface BackoffLimits {
  readonly firstMs: number
  /** Short enough that a reveal still finds its window open after an operator has mended things. */
  readonly lastMs: number
}

export const backoffLimits: BackoffLimits = { firstMs: 1_000, lastMs: 60_000 }

/** Broken things remembered at a time; the one remembered longest makes room, and is tried a little early. */
const brokenMax = 1_000

export function createBackoff({
  monotonic,
  observe,
  limits = backoffLimits,
}: {
  /** Time that cannot jump. */
  readonly monotonic: () => number
  readonly observe: ObserveKeeper
  readonly limits?: BackoffLimits
}): Backoff {
  const broken = new Map<string, { readonly pauseMs: number; readonly untilMs: number }>()

  return {
    async attempt(work, run) {
      const key = `${work.duty} ${work.task ?? ''}`
      const before = broken.get(key)
      if (before !== undefined && monotonic() < before.untilMs) return undefined
      try {
        const result = await run()
        broken.delete(key)
        return result
      } catch (cause) {
        if (isTrouble(cause)) throw cause
        const pauseMs = before === undefined ? limits.firstMs : Math.min(2 * before.pauseMs, limits.lastMs)
        const [oldest] = broken.keys()
        if (broken.size >= brokenMax && before === undefined && oldest !== undefined) broken.delete(oldest)
        broken.set(key, { pauseMs, untilMs: monotonic() + pauseMs })
        observe({ kind: 'broken', duty: work.duty, task: work.task ?? null, pauseMs, cause })
        return undefined
      }
    },
  }
}

const isTrouble = (error: unknown): boolean =>
  error instanceof Fault ||
  error instanceof Refusal ||
  error instanceof NodeRefused ||
  error instanceof CannotBuild
