import { createProbeServer } from '../../api/index.ts'
import { publicUrlOf, urlAt } from '../../config/index.ts'
import { systemRandom, systemTimers } from '../../kit/index.ts'
import { toApiSettings } from '../api-settings.ts'
import type { Ground } from './ground.ts'
import { openOperator } from './open-operator.ts'

/** For a process without the API: what its supervisor and its scraper ask; answers where. */
export async function openProbes(ground: Ground): Promise<string> {
  const { config, stops } = ground
  const { limits } = toApiSettings(config, publicUrlOf(config))
  const probes = createProbeServer({
    host: config.host,
    port: config.port,
    limits,
    observe: ground.telemetry.observeApi,
    operator: openOperator(ground, ground.troubles),
    random: systemRandom,
    timers: systemTimers,
  })
  stops.add('probes', () => probes.stop())
  const { host, port } = await probes.start()
  return urlAt(host, port)
}
