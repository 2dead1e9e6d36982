import { pino } from 'pino'
import type { Config } from '../../config/index.ts'
import type { Screen } from '../screen.ts'
import { createTelemetry, type Telemetry } from './telemetry.ts'
import { createTerminalLines } from './terminal-lines.ts'

/** Logs are JSON on stderr, short lines on a terminal; stdout is for people and scripts that wait for a sentence. */
export function openTelemetry(config: Config, stderr: Screen): Telemetry {
  return createTelemetry({
    level: config.logLevel,
    sampleRate: config.logSampleRate,
    destination: stderr.isTTY
      ? createTerminalLines(stderr, config.logLevel)
      : pino.destination({ fd: 2, sync: true }),
  })
}
