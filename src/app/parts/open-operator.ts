import type { Operator } from '../../api/index.ts'
import { findHaltedReason } from '../../store/index.ts'
import type { Ground } from './ground.ts'

/**
 * What the probes of a process tell, whichever parts it runs: all of them work from the database and its index. The API
 * answers reads without a node; a process that only leads or stands by is also asked what keeps it from that.
 */
export function openOperator(
  { config, telemetry, stops, database, index }: Ground,
  troubles: Ground['troubles'] = [],
): Operator {
  async function unreadyReasons(): Promise<string[]> {
    if (stops.isRunning()) return ['the service is stopping']
    if (!database.isOpen()) return ['the database is away']
    const trouble = troubles.map((reason) => reason()).filter((reason) => reason !== null)
    if (trouble.length > 0) return trouble
    const status = await index.current()
    const haltedReason = status === null ? await findHaltedReason(database) : status.haltedReason
    if (haltedReason !== null) return [`the index stopped: ${haltedReason}`]
    if (status === null) return ['the index has no block yet']
    return index.lagMs(status) > config.maxIndexLagMs ? ['the index lags behind its node'] : []
  }
  telemetry.metrics.followIndex(async () => {
    const status = await index.current()
    return status && { ...status, lagMs: index.lagMs(status) }
  })
  return { unreadyReasons, metrics: () => telemetry.metrics.text() }
}
