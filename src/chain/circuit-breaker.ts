import { type Clock, Fault } from '../kit/index.ts'

/** Calls looked back on, the share of failures among them that opens the breaker, and how long it stays open. */
export interface BreakerLimits {
  readonly windowCalls: number
  readonly failureShare: number
  readonly openMs: number
}

export const defaultBreakerLimits: BreakerLimits = { windowCalls: 10, failureShare: 0.5, openMs: 10_000 }

/** `unjudged`: the call never reached the node (our own queue was full), so it says nothing about it. */
export type CallVerdict = 'ok' | 'failed' | 'unjudged'

/**
 * One breaker per node.
 *
 * closed     calls pass; the last `windowCalls` verdicts are remembered. Half of a full window failed → open.
 * open       calls are refused at once, so that a dead node costs nobody its deadline. After `openMs` → half open.
 * half open  one call passes as a probe, others are refused. It succeeds → closed, it fails → open again.
 */
export interface CircuitBreaker {
  /** Throws a Fault when the node must not be asked now; otherwise takes the verdict when the call is over. */
  enter(): (verdict: CallVerdict) => void
}

export function createCircuitBreaker(
  clock: Clock,
  limits: BreakerLimits = defaultBreakerLimits,
): CircuitBreaker {
  let verdicts: boolean[] = []
  let openedAtMs: number | null = null
  let probing = false

  function judgeProbe(verdict: CallVerdict): void {
    probing = false
    if (verdict === 'ok') openedAtMs = null
    if (verdict === 'failed') openedAtMs = clock.nowMs()
  }

  function judgeCall(verdict: CallVerdict): void {
    if (verdict === 'unjudged' || openedAtMs !== null) return
    verdicts.push(verdict === 'ok')
    if (verdicts.length > limits.windowCalls) verdicts.shift()
    const failures = verdicts.filter((ok) => !ok).length
    if (verdicts.length >= limits.windowCalls && failures >= limits.windowCalls * limits.failureShare) {
      openedAtMs = clock.nowMs()
      verdicts = []
    }
  }

  return {
    enter() {
      if (openedAtMs === null) return judgeCall
      if (probing || clock.nowMs() - openedAtMs < limits.openMs)
        throw new Fault('upstream_error', 'the node failed too often lately and is not asked for a while')
      probing = true
      return judgeProbe
    },
  }
}
