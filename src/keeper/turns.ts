import type { Task } from './duty.ts'

/**
 * Whose turn it is among the tasks of one duty: those not tried yet, then those tried longest ago. However many at the
 * head of its list are refused, fail or are on their way, the ones behind them have their turn.
 */
export interface Turns {
  /** How many to list, so that there is something new behind those already tried. */
  limit(): number
  /** Those to try now. */
  next(listed: readonly Task[]): readonly Task[]
  /** A task had its turn. */
  tried(task: Task): void
}

/** Tasks tried and still listed that are remembered; a longer row of failures than this hides what is behind it. */
const triedMax = 2_000

export function createTurns(tasksMax: number): Turns {
  /** The one tried longest ago comes first. */
  let tried = new Set<string>()

  return {
    limit: () => tasksMax + tried.size,
    next(listed) {
      const byKey = new Map(listed.map((task) => [task.key, task]))
      tried = new Set([...tried].filter((key) => byKey.has(key)))
      const fresh = listed.filter((task) => !tried.has(task.key))
      const again = [...tried].flatMap((key) => byKey.get(key) ?? [])
      return [...fresh, ...again].slice(0, tasksMax)
    },
    tried({ key }) {
      tried.delete(key)
      tried.add(key)
      const [oldest] = tried
      if (tried.size > triedMax && oldest !== undefined) tried.delete(oldest)
    },
  }
}
