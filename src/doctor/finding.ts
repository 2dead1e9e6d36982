/** What one check came to. */
export interface Finding {
  readonly check: CheckName
  /** `skipped`: what it builds on failed, so nothing can be said. `warning`: worth knowing, nothing is broken. */
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly message: string
  /** What would put it right; null when nothing is wrong. */
  readonly remedy: string | null
}

export const checkNames = [
  'node',
  'network',
  'sync',
  'event log',
  'contracts',
  'tokens',
  'quorum',
  'keeper',
  'database',
  'migrations',
  'clock',
  'replicas',
  'redis',
  'disk',
  'public url',
  'proxy',
] as const

export type CheckName = (typeof checkNames)[number]

export const ok = (check: CheckName, message: string): Finding => ({
  check,
  status: 'ok',
  message,
  remedy: null,
})
export const failed = (check: CheckName, message: string, remedy: string): Finding => ({
  check,
  status: 'failed',
  message,
  remedy,
})
export const warning = (check: CheckName, message: string, remedy: string): Finding => ({
  check,
  status: 'warning',
  message,
  remedy,
})
export const skipped = (check: CheckName, message: string): Finding => ({
  check,
  status: 'skipped',
  message,
  remedy: null,
})
