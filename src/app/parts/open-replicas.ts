import { createReadReplicas, type ReadReplicas } from '../../api/index.ts'
import { systemTimers } from '../../kit/index.ts'
import { openReadReplica } from '../../store/index.ts'
import type { Ground } from './ground.ts'

/** Standbys for lists and searches, where DATABASE_READ_URLS names some. */
export function openReplicas({
  config: { readUrls, listSessions },
  telemetry,
  stops,
  database,
}: Pick<Ground, 'config' | 'telemetry' | 'stops' | 'database'>): ReadReplicas | null {
  if (readUrls.length === 0) return null
  const opened = readUrls.map((url) => openReadReplica({ url, listSessions }, telemetry.observeStore))
  stops.add('read replicas', async () => {
    await Promise.all(opened.map((replica) => replica.database.close()))
  })
  const replicas = createReadReplicas({
    primary: database,
    replicas: opened,
    timers: systemTimers,
    observe: telemetry.observeApi,
  })
  stops.add('looks at read replicas', () => replicas.stop())
  telemetry.metrics.followReplicas(() => replicas.figures())
  return replicas
}
