import { type ApiSettings, defaultServerLimits } from '../api/index.ts'
import { type Config, version } from '../config/index.ts'
import { findConsole } from './console-folder.ts'

/** Blocks are made, signatures checked and contracts run in the thread of an embedded devnet: that is work, not overload. */
const eventLoopDelayMaxMs = { node: defaultServerLimits.eventLoopDelayMaxMs, devnet: 5_000 }

export function toApiSettings(config: Config, publicUrl: string): ApiSettings {
  const hasDevnet = config.nodeUrls.length === 0
  return {
    host: config.host,
    port: config.port,
    version,
    publicUrl,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    consoleFolder: config.console ? findConsole() : null,
    limits: {
      ...defaultServerLimits,
      requestTimeoutMs: config.requestTimeoutMs,
      headersTimeoutMs: config.headersTimeoutMs,
      keepAliveTimeoutMs: config.keepAliveTimeoutMs,
      connectionTimeoutMs: config.connectionTimeoutMs,
      inFlightMax: config.inFlightMax,
      eventLoopDelayMaxMs: config.eventLoopDelayMaxMs ?? eventLoopDelayMaxMs[hasDevnet ? 'devnet' : 'node'],
      drainMs: config.drainMs,
      stopMs: config.stopMs,
    },
  }
}
