import type { Config } from '../../config/index.ts'
import type { Finding } from '../../doctor/index.ts'
import { examine, unseen } from '../../doctor/index.ts'
import { systemClock } from '../../kit/index.ts'

export interface DoctorOptions {
  readonly json: boolean
  say(text: string): void
}

/** Says how the venue's surroundings are; answers the exit code, 1 when something is broken. */
export async function doctor(config: Config, { json, say }: DoctorOptions): Promise<number> {
  const findings = await examine(config, systemClock)
  const isWell = findings.every(({ status }) => status !== 'failed')
  if (json) say(JSON.stringify({ ok: isWell, checks: findings, notLookedAt: unseen }, null, 2))
  else {
    for (const finding of findings) say(linesOf(finding))
    say(`\nNot looked at: ${unseen.join('; ')}.`)
    say(isWell ? '\nAll is well.' : '\nSomething needs attention.')
  }
  return isWell ? 0 : 1
}

const marks = { ok: 'ok     ', warning: 'look   ', failed: 'FAILED ', skipped: '-      ' } as const

const linesOf = ({ check, status, message, remedy }: Finding): string =>
  `${marks[status]}${check.padEnd(12)}${message}${remedy === null ? '' : `\n${' '.repeat(19)}→ ${remedy}`}`
