import { type ApiSettings, defaultServerLimits } from '../api/index.ts'
import type { Config } from './config.ts'
import { version } from './version.ts'

export function toApiSettings(config: Config, publicUrl: string): ApiSettings {
  return {
    host: config.host,
    port: config.port,
    version,
    publicUrl,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    limits: {
      ...defaultServerLimits,
      requestTimeoutMs: config.requestTimeoutMs,
      headersTimeoutMs: config.headersTimeoutMs,
      keepAliveTimeoutMs: config.keepAliveTimeoutMs,
      connectionTimeoutMs: config.connectionTimeoutMs,
      inFlightMax: config.inFlightMax,
      eventLoopDelayMaxMs: config.eventLoopDelayMaxMs,
      drainMs: config.drainMs,
      stopMs: config.stopMs,
    },
  }
}
