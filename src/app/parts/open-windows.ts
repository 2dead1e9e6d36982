import { openSharedWindows, type SharedWindows, WindowServerRefused, windowsMax } from '../../auth/index.ts'
import { ConfigError } from '../../config/index.ts'
import type { Ground } from './ground.ts'

const retryMs = 1_000

/** Where requests are counted: with REDIS_URL on its server, else wherever the limiter counts by itself. */
export async function openWindows({
  config,
  telemetry,
  stops,
}: Pick<Ground, 'config' | 'telemetry' | 'stops'>): Promise<{ readonly windows?: SharedWindows }> {
  if (config.redisUrl === null) return {}
  try {
    const windows = await openSharedWindows({
      url: config.redisUrl,
      namesMax: windowsMax,
      answerMs: config.redisTimeoutMs,
      retryMs,
      observe: telemetry.observeAuth,
    })
    stops.add('rate limit store', () => windows.close())
    return { windows }
  } catch (error) {
    if (error instanceof WindowServerRefused) throw new ConfigError([`REDIS_URL: ${error.message}`])
    throw error
  }
}
