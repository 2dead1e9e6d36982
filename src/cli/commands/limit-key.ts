import type { Telemetry } from '../../app/index.ts'
import { withAuth } from '../../app/index.ts'
import type { Config } from '../../config/index.ts'

export interface LimitKeyOptions {
  readonly id: string
  /** Requests a minute; null gives back the usual limit. */
  readonly reads: number | null
  readonly writes: number | null
  say(text: string): void
}

export async function limitKey(
  config: Config,
  telemetry: Telemetry,
  options: LimitKeyOptions,
): Promise<void> {
  const { id, reads, writes, say } = options
  await withAuth(config, telemetry, (auth) => auth.setKeyLimits(id, { reads, writes }))
  const shown = (limit: number | null): string => (limit === null ? 'the usual' : String(limit))
  say(`Key ${id}: reads ${shown(reads)}, writes ${shown(writes)} a minute.`)
}
