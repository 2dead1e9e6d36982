import { type Clock, Fault } from '../kit/index.ts'
import { type DatabaseOptions, type Inspection, inspectDatabase } from '../store/index.ts'
import { type Finding, failed, ok, skipped } from './finding.ts'
import { distanceOf, SKEW_MAX_MS } from './skew.ts'

/** Whether the database answers, has every migration, and agrees with this machine on the time. */
export async function examineDatabase(options: DatabaseOptions, clock: Clock): Promise<Finding[]> {
  let inspection: Inspection | null
  const beforeMs = clock.nowMs()
  try {
    inspection = await inspectDatabase(options)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return [
      failed('database', error.message, remedyFor(options)),
      skipped('migrations', 'the database does not answer'),
      skipped('clock', 'the database does not answer'),
    ]
  }
  if (inspection === null)
    return [
      ok('database', 'none yet: the first start makes an embedded one'),
      skipped('migrations', 'there is no database yet'),
    ]
  const place = options.kind === 'server' ? 'the server answers' : 'the embedded database answers'
  return [
    ok('database', place),
    examineMigrations(inspection),
    examineClock(inspection.nowMs, { beforeMs, afterMs: clock.nowMs() }),
  ]
}

const remedyFor = ({ kind }: DatabaseOptions): string =>
  kind === 'server'
    ? 'start PostgreSQL 15 or later, and check user, password, host, port and name in DATABASE_URL'
    : 'stop what else uses DATA_DIR; if the folder is damaged, restore its backup'

function examineMigrations({ pending, foreign }: Inspection): Finding {
  if (foreign.length > 0)
    return failed(
      'migrations',
      `the database has ${foreign.join(', ')}, which this release has not`,
      'run the release that made the database, or a later one',
    )
  if (pending.length > 0)
    return failed(
      'migrations',
      `${pending.length} not applied: ${pending.join(', ')}`,
      'run `sibyl migrate`, then start the service',
    )
  return ok('migrations', 'all applied')
}

/** Asking takes time: only what lies outside of it on either side is a difference. */
function examineClock(databaseMs: number, asked: { beforeMs: number; afterMs: number }): Finding {
  const skewMs = distanceOf(databaseMs, asked)
  if (Math.abs(skewMs) <= SKEW_MAX_MS) return ok('clock', 'the database and this machine agree')
  const which = skewMs > 0 ? 'ahead of' : 'behind'
  return failed(
    'clock',
    `the database is ${Math.round(Math.abs(skewMs) / 1000)} s ${which} this machine`,
    'keep both in step with NTP (`timedatectl set-ntp true`): challenges and builds expire by the database’s time',
  )
}
