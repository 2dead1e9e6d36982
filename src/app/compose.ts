import { monotonicMs } from '../kit/index.ts'
import type { Config } from './config.ts'
import { openGround } from './parts/ground.ts'
import { openApi } from './parts/open-api.ts'
import { openIndexer } from './parts/open-indexer.ts'
import { openKeeper } from './parts/open-keeper.ts'
import { createStops } from './stops.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

export interface House {
  /** Where the API listens. */
  readonly url: string
  /** Where wallets submit. */
  readonly nodeUrl: string
  stop(): Promise<void>
}

/**
 * Opens the rooms from the ground up, each saying how it stops; stopping runs in reverse. When a room does not open,
 * those below it are closed again before the reason is thrown.
 */
export async function compose(config: Config, telemetry: Telemetry): Promise<House> {
  const startedMs = monotonicMs()
  const stops = createStops((part, cause) => telemetry.observeApp({ kind: 'stop-failed', part, cause }))
  try {
    const ground = await openGround({ config, telemetry, stops })
    await openIndexer(ground)
    await openKeeper(ground)
    const url = await openApi(ground)
    const { engine } = ground.database
    telemetry.observeApp({ kind: 'started', url, engine, ms: monotonicMs() - startedMs })
    return { url, nodeUrl: ground.node.url, stop: () => stops.run() }
  } catch (error) {
    await stops.run()
    throw error
  }
}
